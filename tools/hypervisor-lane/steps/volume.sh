#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A volume of the user cluster: written by one program, read by another on another node, gone with its
# claim.
# usage: volume.sh KUBECONFIG-OF-THE-USER-CLUSTER
set -euo pipefail
export KUBECONFIG=$1
image=${STRATA_LANE_PROBE_IMAGE:-registry.k8s.io/e2e-test-images/agnhost:2.53}
word=$RANDOM$RANDOM
clean() { kubectl delete job/lane-write job/lane-read pvc/lane --ignore-not-found > /dev/null; }
trap clean EXIT
clean
kubectl apply --filename - << 'MANIFEST'
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: lane
spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: 1Gi
MANIFEST
# run NAME COMMAND ELSEWHERE: a Job with the volume; not on the node ELSEWHERE, if one is named.
run() {
  kubectl apply --filename - << MANIFEST
apiVersion: batch/v1
kind: Job
metadata:
  name: $1
spec:
  backoffLimit: 3
  template:
    metadata:
      labels:
        app: $1
    spec:
      restartPolicy: Never
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
              - matchExpressions:
                  - key: kubernetes.io/hostname
                    operator: NotIn
                    values: ['$3']
      containers:
        - name: $1
          image: $image
          command: [sh, -c, '$2']
          volumeMounts:
            - name: data
              mountPath: /data
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: lane
MANIFEST
  kubectl wait "job/$1" --for=condition=Complete --timeout=300s
}
run lane-write "echo $word > /data/word && sync" none
node=$(kubectl get pods --selector app=lane-write --output 'jsonpath={.items[0].spec.nodeName}')
volume=$(kubectl get pvc lane --output 'jsonpath={.spec.volumeName}')
kubectl delete job lane-write
run lane-read "grep -qx $word /data/word" "$node"
kubectl delete job lane-read
kubectl delete pvc lane --timeout=180s
kubectl wait "pv/$volume" --for=delete --timeout=180s
echo "$volume was written on $node, read elsewhere, and is gone"
