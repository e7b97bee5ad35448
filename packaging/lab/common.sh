# Shared by the scripts in this folder; source it, do not run it. The cache is what takes time: it may be deleted.
# shellcheck shell=bash disable=SC2034,SC2016

LAB_CACHE=${PACKAGING_LAB_CACHE:-/var/cache/packaging-lab}
LAB_MIRROR=${PACKAGING_LAB_MIRROR:-}
# What a small but real Debian server has: an init, a bus, udev, polkit.
LAB_BASE_PACKAGES=${PACKAGING_LAB_PACKAGES:-systemd-sysv,dbus,udev,libpam-systemd,polkitd,ca-certificates}

die() { echo "${0##*/}: $*" >&2; exit 2; }
say() { echo "${0##*/}: $*" >&2; }

need() {
    local missing=() c
    for c in "$@"; do command -v "$c" >/dev/null || missing+=("$c"); done
    ((${#missing[@]} == 0)) || die "missing commands: ${missing[*]}; packaging/lab/check installs what is needed"
}

# The mirror that this machine itself uses, unless one was given.
lab_mirror() {
    if [[ -n $LAB_MIRROR ]]; then echo "$LAB_MIRROR"; return; fi
    local m
    m=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 2>/dev/null |
        grep -v security | head -n 1)
    [[ -n $m ]] || die "cannot tell which Debian mirror apt uses; run apt-get update, or set PACKAGING_LAB_MIRROR"
    echo "$m"
}

# Downloaded packages are kept between runs. They are copied in and out, not shared, so that runs at
# the same time do not meet at apt's lock or at each other's half-written files.
archives_in() { # SUITE ROOT
    mkdir -p "$LAB_CACHE/archives-$1" "$2/var/cache/apt/archives/partial"
    find "$LAB_CACHE/archives-$1" -maxdepth 1 -name '*.deb' -exec cp --reflink=auto -t "$2/var/cache/apt/archives" {} +
}
archives_out() { # SUITE ROOT
    local f to
    for f in "$2"/var/cache/apt/archives/*.deb; do
        to=$LAB_CACHE/archives-$1/${f##*/}
        [[ -e $f && ! -e $to ]] || continue
        cp --reflink=auto "$f" "$to.new.$$" && mv "$to.new.$$" "$to"
    done
}
