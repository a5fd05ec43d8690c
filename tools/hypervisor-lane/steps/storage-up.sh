#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Volumes that both hosts can have open, so that machines move: NFS from the runner itself, by the CSI
# driver for NFS. Its chart is taken by version and checked by its digest.
# usage: storage-up.sh STORAGE-CLASS
set -euo pipefail
class=$1
: "${STRATA_LANE_NFS_SHARE:?names a folder that an NFS server on this machine exports}"
version=4.12.1
# @see https://github.com/kubernetes-csi/csi-driver-nfs/blob/master/charts/index.yaml
digest=4925f3d47143a223a8959348863f47cf59209d1cfbad9e61e79919c85db2e843
chart=$(mktemp --suffix=.tgz)
trap 'rm -f "$chart"' EXIT
curl --fail --silent --show-error --location --max-time 120 --output "$chart" \
  "https://raw.githubusercontent.com/kubernetes-csi/csi-driver-nfs/master/charts/v$version/csi-driver-nfs-$version.tgz"
echo "$digest  $chart" | sha256sum --check --quiet
helm upgrade --install csi-driver-nfs "$chart" --namespace kube-system --wait --timeout 5m
# The runner, as the containers of kind see it.
server=${STRATA_LANE_NFS_SERVER:-$(docker network inspect kind |
  jq -r '[.[0].IPAM.Config[].Gateway | select(test("^[0-9.]+$"))][0]')}
kubectl apply --filename - << MANIFEST
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: $class
  annotations:
    storageclass.kubernetes.io/is-default-class: 'true'
provisioner: nfs.csi.k8s.io
parameters:
  server: $server
  share: $STRATA_LANE_NFS_SHARE
reclaimPolicy: Delete
volumeBindingMode: Immediate
allowVolumeExpansion: true
mountOptions:
  - nfsvers=4.1
MANIFEST
# One default class: kind brings another.
kubectl annotate storageclass standard storageclass.kubernetes.io/is-default-class- --overwrite
echo "volumes of $class are on $server:$STRATA_LANE_NFS_SHARE"
