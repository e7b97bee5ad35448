#!/usr/bin/env python3
"""Serve a tree made by mktree.py over FUSE, with the read errors of a case. Needs root, /dev/fuse and the Python package mfusepy, or Debian's python3-fusepy.
usage: faultfs.py CASEDIR TREE MOUNTPOINT      (absolute paths; stays in the foreground)
To put it in place of /sys for one command:
  unshare -m --propagation private sh -c 'mount --bind M/class /sys/class; mount --bind M/bus /sys/bus; mount --bind M/devices /sys/devices; CMD'
With HANG=1 in the environment statfs never answers, with HANG_READ=PATH the reads of that file don't - end THIS program to set waiting processes free (they can't be killed)."""
import errno, json, os, sys, time
try:
    from mfusepy import FUSE, FuseOSError, Operations
except ImportError:
    from fusepy import FUSE, FuseOSError, Operations
class Fault(Operations):
    use_ns = True
    def __init__(self, root, errs): self.root, self.errs, self.seen = root, errs, {}
    def getattr(self, path, fh=None):
        try: st = os.lstat(self.root + path)
        except OSError as e: raise FuseOSError(e.errno)
        d = {k: getattr(st, k) for k in ("st_gid", "st_mode", "st_nlink", "st_size", "st_uid")}
        d.update(st_atime=st.st_atime_ns, st_mtime=st.st_mtime_ns, st_ctime=st.st_ctime_ns); return d
    def readdir(self, path, fh):
        for n in (".", ".."): yield n, None, 0
        for n in os.listdir(self.root + path): yield n, {"st_mode": os.lstat(f"{self.root}{path}/{n}").st_mode}, 0
    def readlink(self, path): return os.readlink(self.root + path)
    def open(self, path, flags): return 0
    def read(self, path, size, off, fh):
        e = self.errs.get(path)
        if isinstance(e, list):
            i = self.seen.get(path, 0); self.seen[path] = i + 1; e = e[i] if i < len(e) else None
        if e: raise FuseOSError(getattr(errno, e))
        if path == os.environ.get("HANG_READ"): time.sleep(10**6)
        with open(self.root + path, "rb") as f: f.seek(off); return f.read(size)
    def statfs(self, path):
        if os.environ.get("HANG"): time.sleep(10**6)
        return dict(f_bsize=4096, f_frsize=4096, f_blocks=1000, f_bfree=500, f_bavail=500, f_files=0, f_ffree=0)
if __name__ == "__main__":
    if len(sys.argv) != 4: sys.exit(__doc__)
    case, tree, mnt = sys.argv[1:]
    errs = {}
    for k, v in json.load(open(case + "/case.json", encoding="utf-8")).get("read_errors", {}).items():
        errs["/" + os.path.relpath(os.path.realpath(f"{tree}/{k}"), os.path.realpath(tree))] = v
    FUSE(Fault(tree, errs), mnt, foreground=True, allow_other=True, direct_io=True, ro=True)
