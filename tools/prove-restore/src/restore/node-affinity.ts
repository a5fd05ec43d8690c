// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

const requirement = z.object({
  key: z.string(),
  operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']),
  values: z.array(z.string()).default([]),
});

type Requirement = z.infer<typeof requirement>;

/** Hosts that can have a volume; undefined means all. */
export const nodeAffinity = z
  .object({
    required: z.object({
      nodeSelectorTerms: z.array(
        z.object({
          matchExpressions: z.array(requirement).default([]),
          matchFields: z.array(requirement).default([]),
        }),
      ),
    }),
  })
  .optional();

export type NodeAffinity = z.infer<typeof nodeAffinity>;

/** A host, as far as selectors ask for it. */
export interface LabelledHost {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

function meets({ operator, values }: Requirement, found: string | undefined): boolean {
  const [first = ''] = values;
  switch (operator) {
    case 'In':
      return found !== undefined && values.includes(found);
    case 'NotIn':
      return found === undefined || !values.includes(found);
    case 'Exists':
      return found !== undefined;
    case 'DoesNotExist':
      return found === undefined;
    case 'Gt':
      return Number(found) > Number(first);
    case 'Lt':
      return Number(found) < Number(first);
  }
}

/**
 * Returns whether a host can have a volume.
 *
 * @see https://github.com/kubernetes/component-helpers/blob/v0.35.4/scheduling/corev1/nodeaffinity/nodeaffinity.go
 */
export function canHave({ labels, name }: LabelledHost, affinity: NodeAffinity): boolean {
  if (affinity === undefined) return true;
  return affinity.required.nodeSelectorTerms.some(({ matchExpressions, matchFields }) => {
    // A term without requirements selects nothing.
    if (matchExpressions.length + matchFields.length === 0) return false;
    return (
      matchExpressions.every((one) => meets(one, labels[one.key])) &&
      matchFields.every((one) => meets(one, one.key === 'metadata.name' ? name : undefined))
    );
  });
}
