#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Takes a snapshot of each volume of a user cluster, waits until the storage has all of them, and then
# deletes old ones. A run that fails deletes nothing.
#
# snapshot-volumes.sh CLUSTER KEPT [STORAGECLASS=SNAPSHOTCLASS...]: KEPT snapshots of each volume are kept.
# It runs in a pod of the infra cluster. It reads JSON in the API server's "pretty" layout: one field per
# line, two spaces per level. It needs neither awk nor jq, which many images do not have.
set -uf
umask 077
export LC_ALL=C
account=${ACCOUNT:-/var/run/secrets/kubernetes.io/serviceaccount}
work=${WORK:-/run/volumes}
pause=${PAUSE:-5}
patience=${PATIENCE:-1800}
run=$RUN
cluster=$1
kept=$2
shift 2
namespace=$(cat "$account/namespace")
case $KUBERNETES_SERVICE_HOST in
  *:*) api="https://[$KUBERNETES_SERVICE_HOST]:$KUBERNETES_SERVICE_PORT" ;;
  *) api="https://$KUBERNETES_SERVICE_HOST:$KUBERNETES_SERVICE_PORT" ;;
esac
claims="api/v1/namespaces/$namespace/persistentvolumeclaims"
snapshots="apis/snapshot.storage.k8s.io/v1/namespaces/$namespace/volumesnapshots"
run_label=strata.dev/backup-run

log() {
  printf 'volume-backup: %s\n' "$*"
}

fail() {
  log "$*"
  exit 1
}

# ask METHOD PATH [OPTION...]: the answer is in $work/answer; it fails unless the API has done as asked. The
# token is passed in a file, because arguments of processes are visible to others.
ask() {
  method=$1
  path=$2
  shift 2
  printf 'Authorization: Bearer %s' "$(cat "$account/token")" > "$work/header"
  : > "$work/answer"
  status=$(curl -gsS --path-as-is --max-time 60 --cacert "$account/ca.crt" -H "@$work/header" \
    -X "$method" -o "$work/answer" -w '%{http_code}' "$@" "$api/$path?pretty=true${query-}") || status=000
  case $status in 2??) return 0 ;; esac
  return 1
}

# Prints why the last request was refused.
reason() {
  said=$(sed -n 's/^  "message": "\(.*\)",\{0,1\}$/\1/p' "$work/answer")
  printf '%s\n' "${said:-HTTP $status}"
}

# value LINE: prints the text of a field.
value() {
  text=${1#*\": \"}
  printf '%s' "${text%\"*}"
}

# Writes a line for each volume of the cluster: NAME STORAGECLASS MODE ACCESSMODE,ACCESSMODE. The CSI driver
# names the claims of volumes pvc-...; disks of machines have other names. A claim that is not bound has
# nothing to lose yet.
read_volumes() {
  query="&labelSelector=cluster.x-k8s.io/cluster-name=$cluster"
  ask GET "$claims" || fail "the volumes cannot be listed: $(reason)"
  name='' class='' mode='' modes='' phase='' leaves=''
  sed -n -e '/^        "name": "/p' -e '/^        "storageClassName": "/p' \
    -e '/^        "volumeMode": "/p' -e '/^          "Read[A-Za-z]*",\{0,1\}$/p' \
    -e '/^        "phase": "/p' -e '/^        "deletionTimestamp": "/p' -e '/^    }/p' \
    "$work/answer" |
    while IFS= read -r line; do
      case $line in
        '        "name": '*) name=$(value "$line") ;;
        '        "storageClassName": '*) class=$(value "$line") ;;
        '        "volumeMode": '*) mode=$(value "$line") ;;
        '        "phase": '*) phase=$(value "$line") ;;
        '        "deletionTimestamp": '*) leaves=yes ;;
        '          "Read'*)
          # The status repeats them, after the phase.
          if [ -z "$phase" ]; then
            line=${line#*\"}
            modes=$modes${modes:+,}${line%%\"*}
          fi
          ;;
        *)
          case $name:$phase:$leaves in
            pvc-*:Bound:) printf '%s %s %s %s\n' "$name" "${class:--}" "$mode" "$modes" ;;
          esac
          name='' class='' mode='' modes='' phase='' leaves=''
          ;;
      esac
    done > "$work/volumes"
}

# Writes a line for each snapshot of this and earlier runs: CREATED RUN VOLUME yes|no NAME, and what the
# storage says about those that are not ready. Fails when the API does not answer.
read_snapshots() {
  query="&labelSelector=$run_label"
  ask GET "$snapshots" || return 1
  : > "$work/errors"
  created='' of='' volume='' ready=no name='' error=''
  sed -n -e '/^        "creationTimestamp": "/p' -e "\\|^          \"$run_label\": \"|p" \
    -e '/^        "name": "/p' -e '/^          "persistentVolumeClaimName": "/p' \
    -e '/^        "readyToUse": true/p' -e '/^          "message": "/p' -e '/^    }/p' \
    "$work/answer" |
    while IFS= read -r line; do
      case $line in
        '        "creationTimestamp": '*) created=$(value "$line") ;;
        "          \"$run_label\": "*) of=$(value "$line") ;;
        '        "name": '*) name=$(value "$line") ;;
        '          "persistentVolumeClaimName": '*) volume=$(value "$line") ;;
        '        "readyToUse": '*) ready=yes ;;
        '          "message": '*) error=$(value "$line") ;;
        *)
          printf '%s %s %s %s %s\n' "$created" "$of" "$volume" "$ready" "$name"
          if [ "$of" = "$run" ] && [ "$ready" = no ]; then
            printf '%s: the snapshot is not ready: %s\n' "$volume" "${error:-the storage does not say why}" \
              >> "$work/errors"
          fi
          created='' of='' volume='' ready=no name='' error=''
          ;;
      esac
    done > "$work/snapshots"
}

# class_of STORAGECLASS PAIR...: prints the snapshot class of a storage class; fails if there is none.
class_of() {
  wanted=$1
  shift
  for pair; do
    case $pair in
      "$wanted="*)
        printf '%s\n' "${pair#*=}"
        return 0
        ;;
    esac
  done
  return 1
}

# take VOLUME STORAGECLASS MODE ACCESSMODES SNAPSHOTCLASS. The name has the run in it: a pod that does the
# work of one that was killed finds the snapshots of that one.
take() {
  modes=$(printf '%s' "$4" | tr , ' ')
  printf '{"apiVersion":"snapshot.storage.k8s.io/v1","kind":"VolumeSnapshot","metadata":{"name":"%s","labels":{"app.kubernetes.io/managed-by":"strata","%s":"%s"},"annotations":{"strata.dev/volume-storage-class":"%s","strata.dev/volume-mode":"%s","strata.dev/volume-access-modes":"%s"}},"spec":{"volumeSnapshotClassName":"%s","source":{"persistentVolumeClaimName":"%s"}}}' \
    "$1.$run" "$run_label" "$run" "$2" "$3" "$modes" "$5" "$1" > "$work/body"
  query=''
  ask POST "$snapshots" -H 'Content-Type: application/json' --data-binary "@$work/body" && return 0
  [ "$status" = 409 ] && return 0
  log "$1: no snapshot can be asked for: $(reason)"
  return 1
}

# take_all PAIR...: writes the volumes whose snapshots were asked for; fails if a volume has no snapshot class, or the API refuses one.
take_all() {
  good=0
  : > "$work/asked"
  while read -r volume class mode modes; do
    if ! snapshot_class=$(class_of "$class" "$@"); then
      log "$volume: its storage class $class belongs to no class of storage.classes with snapshots; name it" \
        "there, with its snapshotClass"
      good=1
      continue
    fi
    take "$volume" "$class" "$mode" "$modes" "$snapshot_class" < /dev/null || {
      good=1
      continue
    }
    printf '%s\n' "$volume" >> "$work/asked"
  done < "$work/volumes"
  return "$good"
}

# Succeeds when each snapshot that was asked for is ready.
all_ready() {
  while read -r volume; do
    grep -q "^[^ ]* $run $volume yes " "$work/snapshots" || return 1
  done < "$work/asked"
}

# An API that does not answer for a while is asked again.
wait_until_ready() {
  waited=0
  while true; do
    if read_snapshots; then
      if all_ready; then return 0; fi
    else
      log "the snapshots cannot be listed: $(reason)"
    fi
    [ "$waited" -lt "$patience" ] || return 1
    sleep "$pause" &
    wait "$!"
    waited=$((waited + pause))
  done
}

# Prints the names of the snapshots that are not kept: older than the newest $kept of their volume; of a
# volume that is gone, older than the newest $kept runs; those that never became ready.
not_kept() {
  sort -r "$work/snapshots" > "$work/newest-first"
  : > "$work/seen"
  : > "$work/runs"
  while read -r created of volume ready name; do
    if [ "$ready" = no ]; then
      printf '%s\n' "$name"
      continue
    fi
    grep -qxF "$of" "$work/runs" || printf '%s\n' "$of" >> "$work/runs"
    if grep -q "^$volume " "$work/volumes"; then
      newer=$(grep -cxF "$volume" "$work/seen")
    else
      newer=$(($(wc -l < "$work/runs") - 1))
    fi
    printf '%s\n' "$volume" >> "$work/seen"
    [ "$newer" -lt "$kept" ] || printf '%s\n' "$name"
  done < "$work/newest-first"
}

delete_old() {
  gone=0
  deleted=0
  query=''
  not_kept > "$work/old"
  while read -r name; do
    if ask DELETE "$snapshots/$name" < /dev/null || [ "$status" = 404 ]; then
      deleted=$((deleted + 1))
    else
      log "$name is too old and cannot be deleted: $(reason)"
      gone=1
    fi
  done < "$work/old"
  return "$gone"
}

# The first process of a container gets only the signals that it has handlers for.
: > "$work/errors"
trap 'fail "stopped by SIGTERM; nothing is deleted"' TERM INT
read_volumes
asked=0
take_all "$@" || asked=1
if ! wait_until_ready; then
  while IFS= read -r line; do log "$line"; done < "$work/errors"
  fail "not every volume has a snapshot of this run; no older one is deleted"
fi
[ "$asked" = 0 ] || fail "not every volume has a snapshot of this run; no older one is deleted"
delete_old || fail "every volume has a snapshot of this run; old ones are left"
log "$(wc -l < "$work/volumes" | tr -d ' ') volumes have a snapshot of this run; $deleted old ones are deleted"
