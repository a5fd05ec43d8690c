// SPDX-License-Identifier: Apache-2.0

/** `nobody`: none of the images needs a user of its own. */
const nobody = 65534;

/** Everything that the level `restricted` asks of a pod. @see https://kubernetes.io/docs/concepts/security/pod-security-standards/ */
export const restrictedPod = {
  runAsNonRoot: true,
  runAsUser: nobody,
  runAsGroup: nobody,
  fsGroup: nobody,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** Everything that the level `restricted` asks of a container, and a root that cannot be written. */
export const restrictedContainer = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
