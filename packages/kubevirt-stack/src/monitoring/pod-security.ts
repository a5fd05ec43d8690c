// SPDX-License-Identifier: Apache-2.0

/** UID of `nobody` in every image of monitoring except Grafana's. */
const nobody = 65534;

/**
 * Returns the pod settings that the level `restricted` requires.
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export function restrictedPod(user = nobody) {
  return {
    runAsNonRoot: true,
    runAsUser: user,
    runAsGroup: user,
    fsGroup: user,
    seccompProfile: { type: 'RuntimeDefault' },
  };
}

/**
 * The container settings that the level `restricted` requires, and a read-only root file system.
 */
export const restrictedContainer = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
