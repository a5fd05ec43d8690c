#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Takes a snapshot of each volume of a user cluster, waits until the storage has them, and deletes old ones:
# of each volume those with enough newer ones. A volume without a snapshot of this run fails it, and keeps
# what it has.
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
hold_label=strata.dev/backup-hold

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

# Writes a line for each bound volume of the cluster: NAME STORAGECLASS MODE ACCESSMODE,ACCESSMODE; and the
# names of all volumes that are there, of which one may be made from a snapshot just now. The CSI driver
# names the claims of volumes pvc-...; disks of machines have other names.
read_volumes() {
  query="&labelSelector=cluster.x-k8s.io/cluster-name=$cluster"
  ask GET "$claims" || fail "the volumes cannot be listed: $(reason)"
  : > "$work/present"
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
          case $name in pvc-*) printf '%s\n' "$name" >> "$work/present" ;; esac
          case $name:$phase:$leaves in
            pvc-*:Bound:) printf '%s %s %s %s\n' "$name" "${class:--}" "$mode" "$modes" ;;
          esac
          name='' class='' mode='' modes='' phase='' leaves=''
          ;;
      esac
    done > "$work/volumes"
}

# Writes a line for each snapshot of this and earlier runs: CREATED RUN VOLUME yes|no held|free NAME, and what
# the storage says about those that are not ready. Fails when the API does not answer.
read_snapshots() {
  query="&labelSelector=$run_label"
  ask GET "$snapshots" || return 1
  : > "$work/errors"
  created='' of='' volume='' ready=no hold=free name='' error=''
  sed -n -e '/^        "creationTimestamp": "/p' -e "\\|^          \"$run_label\": \"|p" \
    -e "\\|^          \"$hold_label\": |p" \
    -e '/^        "name": "/p' -e '/^          "persistentVolumeClaimName": "/p' \
    -e '/^        "readyToUse": true/p' -e '/^          "message": "/p' -e '/^    }/p' \
    "$work/answer" |
    while IFS= read -r line; do
      case $line in
        '        "creationTimestamp": '*) created=$(value "$line") ;;
        "          \"$run_label\": "*) of=$(value "$line") ;;
        "          \"$hold_label\": "*) hold=held ;;
        '        "name": '*) name=$(value "$line") ;;
        '          "persistentVolumeClaimName": '*) volume=$(value "$line") ;;
        '        "readyToUse": '*) ready=yes ;;
        '          "message": '*) error=$(value "$line") ;;
        *)
          printf '%s %s %s %s %s %s\n' "$created" "$of" "$volume" "$ready" "$hold" "$name"
          if [ "$of" = "$run" ] && [ "$ready" = no ]; then
            printf '%s: the snapshot is not ready: %s\n' "$volume" "${error:-the storage does not say why}" \
              >> "$work/errors"
          fi
          created='' of='' volume='' ready=no hold=free name='' error=''
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

# take_all PAIR...: writes the volumes whose snapshots were asked for, and the others: a volume may have no
# snapshot class, and the API may refuse one.
take_all() {
  : > "$work/asked"
  : > "$work/missing"
  while read -r volume class mode modes; do
    if ! snapshot_class=$(class_of "$class" "$@"); then
      log "$volume: its storage class $class belongs to no class of storage.classes with snapshots; name it" \
        "there, with its snapshotClass"
      printf '%s\n' "$volume" >> "$work/missing"
    elif take "$volume" "$class" "$mode" "$modes" "$snapshot_class" < /dev/null; then
      printf '%s\n' "$volume" >> "$work/asked"
    else
      printf '%s\n' "$volume" >> "$work/missing"
    fi
  done < "$work/volumes"
}

# Prints the volumes whose snapshots were asked for and are not ready.
not_ready() {
  while read -r volume; do
    grep -q "^[^ ]* $run $volume yes " "$work/snapshots" || printf '%s\n' "$volume"
  done < "$work/asked"
}

# An API that does not answer for a while is asked again.
wait_until_ready() {
  waited=0
  while true; do
    if read_snapshots; then
      if [ -z "$(not_ready)" ]; then return 0; fi
    else
      log "the snapshots cannot be listed: $(reason)"
    fi
    [ "$waited" -lt "$patience" ] || return 1
    sleep "$pause" &
    wait "$!"
    waited=$((waited + pause))
  done
}

# missed VOLUME RUNS: adds those of $runs that are not among RUNS of the volume, and are between two of them,
# or between one and now if the volume is still there.
missed() {
  between=''
  later=no
  ! grep -qxF "$1" "$work/present" || later=yes
  for one in $runs; do
    case $2 in
      *" $one "*)
        [ -z "$between" ] || printf '%s\n' $between >> "$work/incomplete"
        between=''
        later=yes
        ;;
      *) [ "$later" = no ] || between="$between $one" ;;
    esac
  done
}

# Writes the runs that have missed a volume.
find_incomplete() {
  runs=''
  while read -r created of volume ready hold name; do
    case $ready:$of in no:* | yes:before-restore-*) continue ;; esac
    case " $runs " in *" $of "*) ;; *) runs="$runs $of" ;; esac
  done < "$work/newest-first"
  : > "$work/incomplete"
  [ "$whole" = yes ] || printf '%s\n' "$run" > "$work/incomplete"
  sort -k 3,3 "$work/newest-first" > "$work/by-volume"
  former='' had=' '
  while read -r created of volume ready hold name; do
    [ "$volume" = "$former" ] || { missed "$former" "$had"; former=$volume had=' '; }
    [ "$ready" = no ] || had="$had$of "
  done < "$work/by-volume"
  missed "$former" "$had"
}

# newer_than VOLUME RUN: prints how many newer snapshots count, of other runs than RUN. For a volume that is
# gone they are the complete runs. One that is there and not bound has no new ones, so none is too old.
newer_than() {
  if grep -q "^$1 " "$work/volumes"; then
    grep " $1\$" "$work/seen" | grep -vc "^$2 "
  elif grep -qxF "$1" "$work/present"; then
    printf '0\n'
  else
    grep -vcxF "$2" "$work/runs"
  fi
}

# Prints the names of the snapshots that are not kept, held ones after the word "held": those with $kept
# newer ones, and those of earlier runs that never became ready. What a volume had before a restore is no
# snapshot of a run: it takes the place of none, and the present run does not count against it either,
# because the restore may go on just now.
not_kept() {
  sort -r "$work/snapshots" > "$work/newest-first"
  find_incomplete
  : > "$work/seen"
  : > "$work/runs"
  while read -r created of volume ready hold name; do
    case $of:$ready in
      before-restore-*) newer=$(newer_than "$volume" "$run") ;;
      *:yes)
        newer=$(newer_than "$volume" "$of")
        printf '%s %s\n' "$of" "$volume" >> "$work/seen"
        grep -qxF "$of" "$work/incomplete" || grep -qxF "$of" "$work/runs" ||
          printf '%s\n' "$of" >> "$work/runs"
        ;;
      "$run":no) newer=0 ;;
      *) newer=$kept ;;
    esac
    [ "$newer" -lt "$kept" ] || printf '%s %s\n' "$hold" "$name"
  done < "$work/newest-first"
}

# delete_old WHOLE: deletes what is not kept; WHOLE is yes if no volume is missing in this run.
delete_old() {
  whole=$1
  gone=0
  query=''
  not_kept > "$work/old"
  while read -r hold name; do
    [ "$hold" = free ] || continue
    if ask DELETE "$snapshots/$name" < /dev/null || [ "$status" = 404 ]; then
      deleted=$((deleted + 1))
    else
      log "$name is too old and cannot be deleted: $(reason)"
      gone=1
    fi
  done < "$work/old"
  return "$gone"
}

[ "$kept" -ge 1 ] 2> /dev/null || fail "\"$kept\" is no number of snapshots to keep"
# The first process of a container gets only the signals that it has handlers for.
: > "$work/errors"
: > "$work/snapshots"
trap 'fail "stopped by SIGTERM"' TERM INT
deleted=0
read_volumes
# Where fewer are kept than before, the quota has no room for new ones until the others are gone.
read_snapshots || fail "the snapshots cannot be listed: $(reason)"
delete_old no || true
take_all "$@"
if ! wait_until_ready; then
  while IFS= read -r line; do log "$line"; done < "$work/errors"
  not_ready >> "$work/missing"
fi
if [ -s "$work/missing" ]; then
  delete_old no || true
  fail "no snapshot of this run: $(tr '\n' ' ' < "$work/missing" | sed 's/ $//');" \
    "$deleted old ones of other volumes or that never became ready are deleted"
fi
delete_old yes || fail "every volume has a snapshot of this run; old ones are left"
sed -n 's/^held \(.*\)/\1 is old and stays: a restore holds it/p' "$work/old" |
  while IFS= read -r line; do log "$line"; done
log "$(wc -l < "$work/volumes" | tr -d ' ') volumes have a snapshot of this run; $deleted old ones are deleted"
