#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs on a control-plane machine before it joins, when its etcd disk is empty. If the other members
# still list a member with this machine's address, that member's data is lost, and this script removes
# it from the list, so that kubeadm adds this machine as a new member. kubeadm does not add a member
# whose address is listed already, and its check of etcd fails while a listed member does not answer.
# An etcd that starts as a member whose data is lost ends with "tocommit(N) is out of range".
# It also corrects the address of a first member that was alone before, see correct_address.
# See https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/util/etcd/etcd.go `addMember`
set -eu
# shellcheck source=/dev/null
. /etc/strata/machine.env
pki=/etc/kubernetes/pki/etcd

log() {
  printf '%s strata: %s\n' "$(date -u +%H:%M:%S)" "$*"
}

# Calls the etcd of another machine, with the certificate that kubeadm itself uses for etcd.
etcd() {
  peer=$1
  path=$2
  shift 2
  curl -fsS --max-time 10 --cacert "$pki/ca.crt" --cert "$pki/healthcheck-client.crt" \
    --key "$pki/healthcheck-client.key" "$@" "https://$peer:2379/$path"
}

# Sets $members to the list of members, one per line, $asked to the machine that answered, and $answered
# to the ID of its member. A
# linearizable read is answered only while a majority of the members works, so the list is current, and a
# second lost member cannot be removed before the first one has joined again.
list_members() {
  for asked in $PEERS; do
    found=$(etcd "$asked" v3/cluster/member/list -d '{"linearizable":true}') || continue
    members=$(printf '%s' "$found" | tr '{' '\n' | grep -F '"peerURLs"')
    answered=$(printf '%s' "$found" | sed -n 's/.*"member_id":"\([0-9]*\)".*/\1/p')
    return 0
  done
  return 1
}

# An etcd with data ignores --initial-advertise-peer-urls: a member that was alone when it was made is
# listed at an address on loopback, and one that went back to be alone at that of its former network. It
# needs no address while it is alone. Here another member is about to be added, which would find nobody
# there. A machine that answers clients at an address has its peers' port there, too.
correct_address() {
  url=https://$asked:2380
  if printf '%s\n' "$members" | grep -qF "\"$url\""; then return 0; fi
  log "etcd lists the member that answers at $asked as $answered with another address: it was alone, and no other member finds it there"
  etcd "$asked" v3/cluster/member/update -d "{\"ID\":\"$answered\",\"peerURLs\":[\"$url\"]}" > /dev/null
  log "the address of member $answered is $url now"
}

if [ -d /var/lib/etcd/member ]; then
  log 'there is data on the disk of etcd: no member is removed'
  exit 1
fi
list_members || {
  log 'no other member of etcd answers, or they have no majority: nobody can say whether this one is lost'
  exit 1
}
correct_address
own=$(printf '%s\n' "$members" | grep -F "\"https://$PEER:2380\"") || exit 0
# A member has a name from its first start on. A member without a name was added and never had data.
printf '%s' "$own" | grep -q '"name":' || exit 0
id=$(printf '%s' "$own" | sed -n 's/.*"ID":"\([0-9]*\)".*/\1/p')
[ -n "$id" ] || {
  log "the list of etcd's members cannot be read: $own"
  exit 1
}
log "etcd lists this machine as member $id at $PEER, and its disk is empty: the member's data is lost"
log "removing member $id from etcd; the others have a majority, and this machine joins as a new member"
etcd "$asked" v3/cluster/member/remove -d "{\"ID\":\"$id\"}" > /dev/null
log "member $id is removed"
