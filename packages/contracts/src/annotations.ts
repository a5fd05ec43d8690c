// SPDX-License-Identifier: Apache-2.0

/** Every annotation key that Strata writes. */
export const annotationKeys = {
  /** The field manager under which the provider writes an object by server-side apply. */
  fieldManager: 'pulumi.com/patchFieldManager',
  /** Conditions that the provider waits for before an object counts as ready. */
  waitFor: 'pulumi.com/waitFor',
  /**
   * How dependents of an object are deleted: with `background` the provider waits only for the
   * object itself.
   */
  deletionPropagation: 'pulumi.com/deletionPropagationPolicy',
  /** Whether the provider takes over fields that others have written. */
  patchForce: 'pulumi.com/patchForce',
  /** On a pool that rolls: the number of its VMs that exist only for the rollout. */
  surge: 'strata.dev/surge',
  /** On a pool: `true` from the start of a rollout to its end. */
  rolling: 'strata.dev/rolling',
  /**
   * On a Secret with cloud-init data: a number that says which of the stack's resources it is;
   * missing means 0.
   */
  slot: 'strata.dev/slot',
  /** The release of the platform, on its record. */
  release: 'strata.dev/release',
  /** The Kubernetes version of a user cluster's VMs, such as `1.35.4`. */
  kubernetes: 'strata.dev/kubernetes',
  /**
   * On the Service of a user cluster's API: values that must not change during the cluster's life,
   * as a JSON object.
   */
  lasting: 'strata.dev/lasting',
  /**
   * On a control-plane VM of a user cluster, and on the Secret that it starts with: how far the
   * rotation of the cluster's keys is there, as `keys` of its configuration in JSON. Missing means
   * the keys that the cluster was made with. On the Secret with the certificate of backups as well, of the
   * authority of etcd alone.
   */
  keys: 'strata.dev/keys',
  /**
   * On the same objects: the fingerprint of each key that the VM has, by the key's name, as a JSON
   * object. Missing on objects of earlier versions.
   */
  keyFingerprints: 'strata.dev/key-fingerprints',
  /**
   * On the namespace of a user cluster: addresses that its Services may request, as CIDRs separated
   * by commas. The platform's admission policy reads it.
   */
  loadBalancerAddresses: 'strata.dev/load-balancer-addresses',
  /**
   * On the namespace of a user cluster: address pools that its Services may request, separated by
   * commas.
   */
  loadBalancerPools: 'strata.dev/load-balancer-pools',
  /**
   * On a node of a user cluster, written by its VM (`keep-node.sh`): its address in the network
   * through which people connect (`access.ssh.network`).
   */
  sshAddress: 'strata.dev/ssh-address',
} as const;

/**
 * Annotations of every object. They set one field manager for all instead of a random one for each:
 * if an object is adopted again after its state was lost, no field stays with an owner that no
 * longer exists.
 *
 * @see
 * https://www.pulumi.com/registry/packages/kubernetes/how-to-guides/managing-resources-with-server-side-apply/
 */
export const ownerAnnotations: Readonly<Record<string, string>> = {
  [annotationKeys.fieldManager]: 'strata',
};

/** Returns {@link ownerAnnotations} and conditions to wait for, such as `condition=Available`. */
export function waitingFor(...expressions: readonly string[]): Record<string, string> {
  const [only = ''] = expressions;
  const waitFor = expressions.length > 1 ? JSON.stringify(expressions) : only;
  return { ...ownerAnnotations, [annotationKeys.waitFor]: waitFor };
}
