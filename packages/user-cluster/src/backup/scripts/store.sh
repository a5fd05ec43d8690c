#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Stores a snapshot of etcd that has been verified, reads it back, and then deletes the backups that
# nobody wants to keep any more. It deletes nothing unless all before has gone well.
#
#   store.sh <snapshot> <host> <what restic forget is to keep>...
#
# The repository and its password are in restic's own variables.
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
  # 10: there is no repository yet. Any other failure must not make a new one.
  [ "$code" -eq 10 ] || refuse "the repository cannot be opened (restic ends with $code)"
  restic init
fi
# Of runs that were cut off: it removes no lock that somebody still renews.
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
# The newest backup has been read as a whole; of what only older ones need, a part is read every time.
restic check --read-data-subset=10% || refuse 'the repository is damaged'
restic forget --host "$host" --tag etcd --group-by host,tags "$@" --prune
say "stored $id and read it back"
