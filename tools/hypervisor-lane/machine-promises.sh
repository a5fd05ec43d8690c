#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the script that judges inside a machine, as root, what the sandbox's played parts promise of a
# real one; it needs a POSIX shell, and what such a machine has.
# usage: machine-promises.sh | ssh NODE sudo sh -s -- [--act] [PROMISE]...
set -euo pipefail
root=$(dirname "$(readlink -f "$0")")/../..
# The types of the programs are for Node 24, which comes with the packages.
node=$root/node_modules/node/bin/node
[ -x "$node" ] || {
  echo 'machine-promises.sh needs the packages of the repository: npm ci' >&2
  exit 2
}
[ $# = 0 ] || {
  echo 'machine-promises.sh has no arguments: give them to the shell in the machine' >&2
  exit 2
}
exec "$node" "$root/tools/hypervisor-lane/src/machine-promises/main.ts"
