// SPDX-License-Identifier: Apache-2.0

/** `nobody` of every image that monitoring runs but Grafana's. */
const nobody = 65534;

/** Everything that the level `restricted` asks of a pod. @see https://kubernetes.io/docs/concepts/security/pod-security-standards/ */
export function restrictedPod(user = nobody) {
  return {
    runAsNonRoot: true,
    runAsUser: user,
    runAsGroup: user,
    fsGroup: user,
    seccompProfile: { type: 'RuntimeDefault' },
  };
}

/** Everything that the level `restricted` asks of a container, and a root that cannot be written. */
export const restrictedContainer = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
