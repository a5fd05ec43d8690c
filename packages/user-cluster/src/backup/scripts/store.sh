#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Stores a verified snapshot of etcd, reads it back, and then deletes the backups that are older than the
# retention. It deletes nothing if a step before has failed.
#
#   store.sh <snapshot> <host> <retention options of restic forget>...
#
# The environment variables of restic name the repository and its password.
set -eu
snapshot=$1 host=$2
shift 2
said=$(mktemp)
trap 'rm -f "$said"' EXIT

say() { echo "backup: $*"; }
refuse() {
  say "$*; older backups stay"
  exit 1
}

if restic cat config >"$said"; then
  :
else
  code=$?
  # restic ends with 10 if the repository does not exist yet. After any other failure, no new repository
  # may be made.
  [ "$code" -eq 10 ] || refuse "the repository cannot be opened (restic ends with $code)"
  restic init
fi
# Removes locks of interrupted runs. A lock that a running process still renews stays.
restic unlock

restic backup --json --quiet --stdin --stdin-filename etcd.db --host "$host" --tag etcd \
  <"$snapshot" >"$said"
id=$(sed -n 's/.*"snapshot_id":"\([0-9a-f]*\)".*/\1/p' "$said")
[ -n "$id" ] || refuse 'restic has named no snapshot'

hash() { sha256sum | cut -d ' ' -f 1; }
stored=$(restic dump "$id" etcd.db | hash)
if [ "$stored" != "$(hash <"$snapshot")" ]; then
  restic forget "$id" || true
  refuse "what was stored as $id cannot be read back"
fi
# The newest backup was read completely above. Of the data of older backups, each run reads a part.
restic check --read-data-subset=10% || refuse 'the repository is damaged'
restic forget --host "$host" --tag etcd --group-by host,tags "$@" --prune
say "stored $id and read it back"
