// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../checks/check-context.ts';
import { releaseOf, resolveFeatureGates } from './resolve-feature-gates.ts';

/** KubeVirt's part of the configuration. */
export const checkVirtualization: Check = ({ kubevirt }, { release }) => {
  if (kubevirt === undefined || release === undefined) return [];
  const { problems } = resolveFeatureGates(
    kubevirt.featureGates,
    releaseOf(release.components.kubevirt.version),
  );
  return problems.map(({ index, message }) => ({
    path: ['kubevirt', 'featureGates', index],
    message,
  }));
};
