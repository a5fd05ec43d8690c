#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copies region, zone and the labels in $settings/host-labels (one key per line) from each host to the
# nodes whose machines run on it, every $pause seconds: the cloud controller sets zones only on new nodes,
# and machines move to other hosts. The script runs in the pod of the cloud controller, with its rights.
# It reads JSON in the API server's "pretty" layout: one field per line, two spaces per level.
# -f: the value of a label is not a file name pattern.
set -uf
umask 077
# Makes ranges such as [a-z] contain ASCII letters only.
export LC_ALL=C
account=${ACCOUNT:-/var/run/secrets/kubernetes.io/serviceaccount}
kubeconfig=${TENANT:-/etc/tenant/kubeconfig}
settings=${SETTINGS:-/etc/cloud}
work=${WORK:-/run/hosts}
pause=${PAUSE:-30}
namespace=$(cat "$account/namespace")
case $KUBERNETES_SERVICE_HOST in
  *:*) infra_api="https://[$KUBERNETES_SERVICE_HOST]:$KUBERNETES_SERVICE_PORT" ;;
  *) infra_api="https://$KUBERNETES_SERVICE_HOST:$KUBERNETES_SERVICE_PORT" ;;
esac
metadata='Accept: application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
metadata_list='Accept: application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

log() {
  printf '%s strata: %s\n' "$(date -u +%H:%M:%S)" "$*"
}

# Succeeds if $1 is a valid name of a node. Names become parts of URLs, and they come from the tenant's API,
# which could answer with another path, or with a pattern that curl expands to many paths.
# https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names
is_name() {
  case $1 in '' | [!a-z0-9]* | *[!a-z0-9.-]*) return 1 ;; esac
  [ "${#1}" -le 253 ]
}

printable() {
  printf '%s\n' "$1" | sed -e 's/[^A-Za-z0-9.-]/?/g' -e 's/^\(.\{64\}\).*/\1.../'
}

# Sends a request. curl does not expand patterns in the URL (-g) and does not shorten its path.
ask() {
  curl -gfsS --path-as-is --max-time 15 "$@"
}

kubeconfig_field() {
  sed -n "s/^ *\"$1\": \"\(.*\)\",\{0,1\}$/\1/p" "$kubeconfig"
}

# infra PATH [OPTION...]: asks the infra cluster's API. The token is read for each request, because the
# kubelet renews it, and is passed in a file, because arguments of processes are visible to others.
infra() {
  path=$1
  shift
  printf 'Authorization: Bearer %s' "$(cat "$account/token")" > "$work/header"
  ask --cacert "$account/ca.crt" -H "@$work/header" "$@" "$infra_api/$path"
}

tenant() {
  path=$1
  shift
  ask --cacert "$work/ca.crt" --cert "$work/client.crt" --key "$work/client.key" "$@" \
    "$tenant_api/$path"
}

# labelled INDENT: prints the name and labels of each object, as "name key=value key=value". INDENT is the
# number of spaces before the name. It is written without awk, which many images do not have.
labelled() {
  inner=$(printf '%*s' "$1" '')
  end=$(printf '%*s' "$(($1 - 4))" '')
  name='' labels=''
  sed -n -e "/^$inner\"name\": \"/p" -e "/^$end}/p" \
    -e "/^$inner\"labels\": {$/,/^$inner}/{/^$inner  \"/p;}" |
    while IFS= read -r line; do
      value=${line#*\": \"}
      value=${value%\"*}
      case $line in
        "$inner  \""*)
          key=${line#"$inner  \""}
          labels="$labels ${key%%\"*}=$value"
          ;;
        "$inner\""*) name=$value ;;
        *)
          if [ -n "$name" ]; then printf '%s%s\n' "$name" "$labels"; fi
          name='' labels=''
          ;;
      esac
    done
}

# value_of KEY LABEL...: prints the value of a label; fails if there is no such label.
value_of() {
  wanted=$1
  shift
  for label; do
    case $label in
      "$wanted="*)
        printf '%s\n' "${label#*=}"
        return 0
        ;;
    esac
  done
  return 1
}

patch() {
  tenant "api/v1/nodes/$1" -o /dev/null -X PATCH -H 'Content-Type: application/merge-patch+json' \
    --data "{\"metadata\":{\"labels\":{$2}}}"
}

# put_place_right NODE region|zone: a host without this label changes nothing, as in the cloud controller.
# The deprecated beta label is set too, because the cloud controller copies it back to the new label.
put_place_right() {
  key=topology.kubernetes.io/$2
  at=$(value_of "$key" $there) || return 0
  if [ "$(value_of "$key" $here)" = "$at" ]; then return 0; fi
  patch "$1" "\"$key\":\"$at\",\"failure-domain.beta.kubernetes.io/$2\":\"$at\"" &&
    log "$1 is in $2 $at now"
}

# put_label_right NODE KEY: a label that the host does not have is removed from the node.
put_label_right() {
  if at=$(value_of "$2" $there); then
    if old=$(value_of "$2" $here) && [ "$old" = "$at" ]; then return 0; fi
    patch "$1" "\"$2\":\"$at\"" && log "$1 has $2=$at of its host now"
  elif value_of "$2" $here > /dev/null; then
    patch "$1" "\"$2\":null" && log "$1 has no $2 any more, for its host has none"
  fi
}

# follow NODE LABEL...: a machine that is off has no host, so its node stays as it is.
follow() {
  node=$1
  shift
  here=$*
  machine=$(infra "apis/kubevirt.io/v1/namespaces/$namespace/virtualmachineinstances/$node?pretty=true" \
    2> /dev/null) || return 0
  host=$(printf '%s\n' "$machine" | sed -n 's/^    "nodeName": "\(.*\)",\{0,1\}$/\1/p')
  [ -n "$host" ] || return 0
  is_name "$host" || return 1
  there=$(infra "api/v1/nodes/$host?pretty=true" -H "$metadata") || return 1
  there=$(printf '%s\n' "$there" | labelled 4)
  [ -n "$there" ] || return 1
  if [ "$follows" = zones ]; then
    put_place_right "$node" region && put_place_right "$node" zone || return 1
  fi
  while read -r key; do
    put_label_right "$node" "$key" < /dev/null || return 1
  done < "$settings/host-labels"
}

follow_all() {
  nodes=$(tenant 'api/v1/nodes?pretty=true' -H "$metadata_list") || return 1
  printf '%s\n' "$nodes" | labelled 8 > "$work/nodes"
  while read -r name labels; do
    if ! is_name "$name"; then
      log "$(printable "$name") is no name of a machine: its host is not followed"
      continue
    fi
    follow "$name" $labels < /dev/null || log "$name cannot be followed now"
  done < "$work/nodes"
}

# The first process of a container gets only the signals that it has handlers for.
trap 'exit 0' TERM INT
follows=${1-}
tenant_api=$(kubeconfig_field server)
kubeconfig_field certificate-authority-data | base64 -d > "$work/ca.crt"
kubeconfig_field client-certificate-data | base64 -d > "$work/client.crt"
kubeconfig_field client-key-data | base64 -d > "$work/client.key"
while true; do
  follow_all || log 'the API of the user cluster cannot be asked now'
  sleep "$pause" &
  wait "$!"
done
