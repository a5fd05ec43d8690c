#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries one TCP connection from a pod of its own, and compares what became of it. Only a connection
# that nobody answers is closed, because a policy drops packets. A refusal comes from the machine
# itself: the packet went through, and no program listens there.
# usage: connect.sh NAMESPACE HOST:PORT open|closed [LABEL=VALUE]
set -euo pipefail
namespace=$1
target=$2
expected=$3
[ -n "${target%%:*}" ] || {
  echo "$namespace to $target: there is no address to connect to" >&2
  exit 2
}
labels=${4:-app=lane-probe}
image=${STRATA_LANE_PROBE_IMAGE:-registry.k8s.io/e2e-test-images/agnhost:2.53}
pod=lane-probe-$RANDOM$RANDOM
trap 'kubectl delete pod "$pod" --namespace "$namespace" --wait=false --ignore-not-found > /dev/null' EXIT
kubectl apply --filename - > /dev/null << MANIFEST
apiVersion: v1
kind: Pod
metadata:
  name: $pod
  namespace: $namespace
  labels:
    ${labels/=/: }
spec:
  restartPolicy: Never
  securityContext:
    runAsNonRoot: true
    runAsUser: 65534
    seccompProfile:
      type: RuntimeDefault
  containers:
    - name: probe
      image: $image
      args: [connect, '$target', --timeout=5s]
      securityContext:
        allowPrivilegeEscalation: false
        capabilities:
          drop: [ALL]
MANIFEST
phase=
for _ in $(seq 90); do
  phase=$(kubectl get pod "$pod" --namespace "$namespace" --output 'jsonpath={.status.phase}')
  case $phase in Succeeded | Failed) break ;; esac
  sleep 2
done
said=$(kubectl logs "$pod" --namespace "$namespace" 2>&1 || true)
case $phase in
  Succeeded) found=open ;;
  Failed)
    # The first word of agnhost's message: TIMEOUT, REFUSED, DNS, OTHER or UNKNOWN.
    case $said in
      TIMEOUT*) found=closed ;;
      REFUSED*)
        echo "$namespace to $target was refused by the machine: no policy was tried" >&2
        exit 1
        ;;
      *)
        echo "$namespace to $target is neither open nor closed: ${said:-the probe said nothing}" >&2
        exit 1
        ;;
    esac
    ;;
  *)
    echo "the probe in $namespace did not end within 180 s: $phase" >&2
    exit 2
    ;;
esac
echo "$namespace to $target: $found${said:+ ($said)}"
[ "$found" = "$expected" ] || {
  echo "$namespace to $target is $found, expected $expected" >&2
  exit 1
}
