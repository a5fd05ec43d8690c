// SPDX-License-Identifier: Apache-2.0

/** User `nobody`: none of the images needs a user of its own. */
const nobody = 65534;

/**
 * Pod settings that the level `restricted` of Pod Security requires.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export const restrictedPod = {
  runAsNonRoot: true,
  runAsUser: nobody,
  runAsGroup: nobody,
  fsGroup: nobody,
  seccompProfile: { type: 'RuntimeDefault' },
};

/**
 * Container settings that the level `restricted` requires, and a root file system that cannot be
 * written.
 */
export const restrictedContainer = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
