// SPDX-License-Identifier: Apache-2.0

/** Every annotation key that Strata writes. */
export const annotationKeys = {
  /** The server-side apply name under which the provider writes an object. */
  fieldManager: 'pulumi.com/patchFieldManager',
  /** What the provider waits for before it calls an object done. */
  waitFor: 'pulumi.com/waitFor',
  /** How what belongs to an object goes with it: `background` waits for the object alone. */
  deletionPropagation: 'pulumi.com/deletionPropagationPolicy',
  /** Whether the provider takes over fields that somebody else has written. */
  patchForce: 'pulumi.com/patchForce',
  /** How many machines of a pool are there for its rollout alone; on the pool, while it rolls. */
  surge: 'strata.dev/surge',
  /** On a pool while a rollout of it has begun and not ended: `true`. */
  rolling: 'strata.dev/rolling',
  /** Which of the stack's resources a Secret with start-up data is: a number, and 0 where it is missing. */
  slot: 'strata.dev/slot',
  /** The release of the platform, on its record. */
  release: 'strata.dev/release',
  /** The version of Kubernetes that machines of a user cluster are made with, such as `1.35.4`. */
  kubernetes: 'strata.dev/kubernetes',
  /** What holds for the life of a user cluster, on the Service of its API: a JSON object of values by their keys. */
  lasting: 'strata.dev/lasting',
  /**
   * Addresses that the Services of a user cluster may ask for, on its namespace: CIDRs with commas.
   * The platform's admission policy reads it.
   */
  loadBalancerAddresses: 'strata.dev/load-balancer-addresses',
  /** Pools of addresses that they may ask for, on the namespace: names with commas. */
  loadBalancerPools: 'strata.dev/load-balancer-pools',
  /**
   * On a node of a user cluster, by its machine: its address in the network by which people come in
   * (`access.ssh.network`). `keep-node.sh` writes it.
   */
  sshAddress: 'strata.dev/ssh-address',
} as const;

/**
 * Goes onto every object. One name for all, instead of a random one for each: when an object is
 * taken on again after its state was lost, no field stays behind with an owner that is gone.
 *
 * @see https://www.pulumi.com/registry/packages/kubernetes/how-to-guides/managing-resources-with-server-side-apply/
 */
export const ownerAnnotations: Readonly<Record<string, string>> = {
  [annotationKeys.fieldManager]: 'strata',
};

/** {@link ownerAnnotations}, and conditions to wait for, such as `condition=Available`. */
export function waitingFor(...expressions: readonly string[]): Record<string, string> {
  const [only = ''] = expressions;
  const waitFor = expressions.length > 1 ? JSON.stringify(expressions) : only;
  return { ...ownerAnnotations, [annotationKeys.waitFor]: waitFor };
}
