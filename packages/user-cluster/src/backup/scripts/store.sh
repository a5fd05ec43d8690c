#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Stores a verified snapshot of etcd, reads it back, and then deletes the backups that are older than the
# retention. It deletes nothing if a step before has failed, or if the clock may be wrong.
#
#   store.sh <snapshot> <host> <seconds> <retention options of restic forget>...
#
# The seconds are those after which the backup before this one is late.
#
# The environment variables of restic name the repository and its password.
set -eu
snapshot=$1 host=$2 late=$3
shift 3
work=$(mktemp -d)
said=$work/said errors=$work/errors pipe=$work/pipe
child=
# Errors of restic about writing to the target, in the words of file systems and S3 servers, of which there
# is no common one: file systems and versitygw, Ceph and MinIO with a quota, MinIO without room.
full='Save\(<.*(no space left on device|quota ?exceeded|minimum free (disk|drive) threshold)'
# Seconds between two attempts, and the number of attempts: 35 minutes. restic renews a lock every 5
# minutes, and `restic unlock` removes locks that are older than 30 minutes.
pause=15 attempts=140

say() { echo "backup: $*" >&2; }
refuse() {
  heard
  say "$*; older backups stay"
  exit 1
}

# Errors of the program that has $pipe as its standard error are written to the log at once, and kept if it
# fails.
mkfifo "$pipe"
copier=
listen() {
  tee "$errors" <"$pipe" >&2 &
  copier=$!
}
# It has the last error when it ends.
heard() { [ -z "$copier" ] || wait "$copier" || :; }

# Runs a program in the background and waits for it: a shell that waits for a program in the foreground
# handles a signal only when that program has ended. The snapshot is its standard input.
run() {
  listen
  "$@" <"$snapshot" 2>"$pipe" &
  child=$!
  code=0
  wait "$child" || code=$?
  child=
  heard
  [ "$code" -ne 0 ] || : >"$errors"
  return "$code"
}

# Kubernetes sends SIGTERM to this shell alone. restic removes its lock when it gets the signal, too.
stop() {
  trap '' TERM
  if [ -n "$child" ]; then
    kill "$child" || true
    wait "$child" || true
  fi
  say 'stopped by SIGTERM; older backups stay'
  exit 143
}
# Names the two reasons that a person has to remove, if the last program has failed for one of them.
explain() {
  if grep -qiE "$full" "$errors"; then
    say 'the target of the backups is full, and restic needs room even to delete: make room there, and the next backup is made'
  elif grep -qE 'repository already contains (keys|snapshots)' "$errors"; then
    say "the repository has lost its configuration, or a run was cut off while it made it. Put $RESTIC_REPOSITORY/config and $RESTIC_REPOSITORY/keys back if there is a copy of them. If there is none, move the folder $RESTIC_REPOSITORY, do not delete it, and the next backup makes a new repository"
  fi
}
finish() {
  code=$?
  heard
  [ "$code" -eq 0 ] || [ ! -e "$errors" ] || explain
  rm -rf "$work"
}
trap finish EXIT
trap stop TERM

# Runs restic once the repository is not locked by another process. A process that was killed leaves its
# lock behind.
unlocked() {
  left=$attempts
  while :; do
    code=0
    run restic "$@" || code=$?
    # restic ends with 11 if the repository is locked.
    [ "$code" -eq 11 ] || return "$code"
    [ "$left" -gt 0 ] || refuse "the repository is still locked after $((attempts * pause / 60)) minutes"
    [ "$left" -lt "$attempts" ] ||
      say 'another process has locked the repository; waiting for it to end'
    left=$((left - 1))
    run sleep "$pause"
    restic unlock >&2
  done
}

# Sets the key of a repository in a volume aside that has nothing else: a run was cut off while it made the
# repository, and with that key restic makes none. It is kept, for a check of the disk may have moved what it
# opens to another folder.
set_left_key_aside() {
  case $RESTIC_REPOSITORY in /*) ;; *) return 0 ;; esac
  [ -d "$RESTIC_REPOSITORY/keys" ] || return 0
  # A link that leads nowhere is something, too.
  rest=$(cd "$RESTIC_REPOSITORY" &&
    find -L . ! -type d ! -path './keys/*' ! -path './keys-left-*' ! -name 'config-tmp-*') || return 0
  [ -z "$rest" ] || return 0
  left=$RESTIC_REPOSITORY/keys-left-$(date -u +%Y%m%dT%H%M%SZ)
  mv "$RESTIC_REPOSITORY/keys" "$left" || return 0
  say "the repository had a key and nothing else, so a new one is made; that key is now in $left"
}

# With --no-lock it can be opened although it is locked.
if run restic cat config --no-lock >"$said"; then
  :
else
  code=$?
  # restic ends with 10 if the repository does not exist yet, and with 12 if the password is wrong. After
  # any failure but the first, no new repository may be made.
  [ "$code" -ne 12 ] ||
    refuse 'the repository has another password: it is that of an earlier cluster or backup of this name. Give that password as backup.encryption.password, or move the folder of the repository'
  [ "$code" -eq 10 ] || refuse "the repository cannot be opened (restic ends with $code)"
  set_left_key_aside
  # In the foreground: a signal must not cut it off between key and configuration.
  listen
  restic init 2>"$pipe" || refuse "no repository can be made (restic ends with $?)"
  heard
fi
# The time of the newest backup, in UTC; nothing if there is none.
before=$(restic snapshots --no-lock --json --quiet --host "$host" --tag etcd --latest 1 |
  sed -n 's/.*"time":"\([0-9-]*\)T\([0-9]*:[0-9]*:[0-9]*\).*/\1 \2/p')
age=0
[ -z "$before" ] || age=$(($(date -u +%s) - $(date -u -d "$before" +%s)))
# Removes locks of interrupted runs. A lock that a running process still renews stays.
restic unlock

unlocked backup --json --quiet --stdin --stdin-filename etcd.db --host "$host" --tag etcd >"$said" ||
  refuse "the snapshot cannot be stored (restic ends with $?)"
id=$(sed -n 's/.*"snapshot_id":"\([0-9a-f]*\)".*/\1/p' "$said")
[ -n "$id" ] || refuse 'restic has named no snapshot'

hash() { sha256sum | cut -d ' ' -f 1; }
# Nobody deletes this backup while it is read, so it needs no lock.
stored=$(restic dump --no-lock "$id" etcd.db | hash)
if [ "$stored" != "$(hash <"$snapshot")" ]; then
  unlocked forget "$id" || : >"$errors"
  refuse "what was stored as $id cannot be read back"
fi
# The newest backup was read completely above. Of the data of older backups, each run reads a part.
unlocked check --read-data-subset=10% || refuse 'the repository is damaged'
say "stored $id and read it back"
# restic counts days back from this backup. On a host whose clock is ahead it would delete all others.
if [ "$age" -gt "$late" ]; then
  say "the backup before this one is of $before, and this host's time is $(date -u '+%Y-%m-%d %H:%M:%S'): no older backup is deleted this time"
else
  unlocked forget --host "$host" --tag etcd --group-by host,tags "$@" --prune
fi
