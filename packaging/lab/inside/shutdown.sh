#!/bin/bash
# Run by packaging/lab/check inside of the container: reports to a stand-in server that outlives the agent at the shutdown,
# and writes down in /told what it got.
set -euo pipefail
# shellcheck source=packaging/lab/inside/common.sh
. /lab/common.sh

told=/told/lines
serve
join
sensor-agent sensors enable storage.root.used_percent
soon fresh_since 0
# The shutdown must not overtake the start that orders the two.
systemctl restart "$service"
sleep 3
sensor-agent status
mark >/told/mark
