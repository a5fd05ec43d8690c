// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { JoinToken } from '@strata/strata-provider';
import type { ClusterAuthority, ControlPlaneKeys } from '../bootstrap/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { tenantUsers } from '../inside/index.ts';
import { checkedFingerprints } from '../rotation/index.ts';
import type { KeyFingerprints } from '../rotation/index.ts';
import { adminUser } from './admin-user.ts';
import { createAuthorities } from './authorities.ts';
import type { RotatedAuthorities, SigningAuthority } from './authorities.ts';
import { createClientKubeconfig } from './client-kubeconfig.ts';
import type { ClientKubeconfig } from './client-kubeconfig.ts';
import { createEncryptionKeys } from './encryption-keys.ts';
import { keyTerms, warningDays } from './key-terms.ts';
import type { CredentialEnd, KeyTerm } from './key-terms.ts';
import { personGroup } from './person-roles.ts';
import { createTokenKeys } from './token-keys.ts';

type Parts = Pick<ClusterContext, 'cluster' | 'config' | 'foundKeys'>;

/**
 * All secrets that a user cluster begins with: its authorities, the keys by which it signs and encrypts,
 * the token by which VMs join, and the kubeconfigs of its users. They are in the stack's state as
 * secrets, and stay the same for as long as the cluster lives. Without the authorities and the keys,
 * etcd's data is of no use, so they are protected as etcd's data is.
 *
 * The stack's own kubeconfig is in the group `system:masters`: the stack is the first to talk to the
 * API, when no RBAC rule exists yet. Nobody else needs it: it is an output for emergencies, and
 * `kubernetes.kubeconfigs` is for people.
 *
 * @see docs/runbooks/rotate-keys.md
 */
export class ClusterKeys extends pulumi.ComponentResource {
  /** Public part of the authority, which every VM has; of two while it is rotated. */
  readonly authority: pulumi.Output<ClusterAuthority>;
  /** A secret. */
  readonly controlPlane: pulumi.Output<ControlPlaneKeys>;
  /** Fingerprints of all keys of a control-plane VM, by name. */
  readonly fingerprints: pulumi.Output<KeyFingerprints>;
  /** See {@link renderBootstrapToken}. */
  readonly token: JoinToken;
  /** Kubeconfig of the stack itself; a secret. */
  readonly adminKubeconfig: pulumi.Output<string>;
  /** Kubeconfig of the cloud controller manager; a secret. */
  readonly cloudControllerKubeconfig: pulumi.Output<string>;
  /** Kubeconfig of the CSI controller; a secret. */
  readonly storageControllerKubeconfig: pulumi.Output<string>;
  /** Kubeconfigs for people, by name; secrets. */
  readonly kubeconfigs: Readonly<Record<string, pulumi.Output<string>>>;
  /**
   * Ends of the credentials that the cluster itself needs. Kubeconfigs of people are not among them:
   * they are meant to end, and a renewed one is of no use until its owner has fetched it.
   */
  readonly ends: readonly CredentialEnd[];

  constructor(name: string, args: Parts, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:ClusterKeys', name, {}, options);
    const authorities = createAuthorities(name, 'cluster', args, this);
    const { signing: cluster, trusted } = authorities;
    const etcd = createAuthorities(name, 'etcd', args, this);
    const frontProxy = createAuthorities(name, 'front-proxy', args, this);
    this.token = this.createToken(name);
    this.authority = trusted;
    const trustedPem = trusted.certificatePem;
    const tokenKeys = createTokenKeys(name, args, this);
    const encryptionKeys = createEncryptionKeys(name, args, this);
    this.fingerprints = checkedFingerprints(args, {
      ...tokenKeys.fingerprints,
      ...encryptionKeys.fingerprints,
      ...authorities.fingerprints,
      ...etcd.fingerprints,
      ...frontProxy.fingerprints,
    });
    const parts = pulumi.output({
      cluster: pairOf(cluster),
      etcd: trustedPairOf(etcd),
      frontProxy: trustedPairOf(frontProxy),
      serviceAccount: tokenKeys.keys,
      encryptionKeys: encryptionKeys.keys,
    });
    // No VM gets keys before they are checked.
    this.controlPlane = pulumi.secret(pulumi.all([parts, this.fingerprints]).apply(([own]) => own));
    const kubeconfig = (role: string, user: string, groups: string[], lifetimeDays: number) =>
      createClientKubeconfig(
        `${name}-${role}`,
        { ...args, authority: cluster, trustedPem, user, groups, lifetimeDays },
        { parent: this },
      );
    const { lifetimeDays } = keyTerms.kubeconfig;
    const { cloudController, storageController } = tenantUsers;
    const admin = kubeconfig('admin', adminUser.name, [...adminUser.groups], lifetimeDays);
    const cloud = kubeconfig('cloud', cloudController, [], lifetimeDays);
    const storage = kubeconfig('csi', storageController, [], lifetimeDays);
    this.adminKubeconfig = admin.kubeconfig;
    this.cloudControllerKubeconfig = cloud.kubeconfig;
    this.storageControllerKubeconfig = storage.kubeconfig;
    this.kubeconfigs = Object.fromEntries(
      args.config.kubernetes.kubeconfigs.map((person) => [
        person.name,
        kubeconfig(`person-${person.name}`, person.name, [personGroup(person)], person.lifetimeDays)
          .kubeconfig,
      ]),
    );
    this.ends = [
      endOf('join token', this.token.expiration, keyTerms.joinToken),
      ...kubeconfigEnds({ stack: admin, 'cloud controller': cloud, 'CSI controller': storage }),
      ...authorityEnds({ 'the cluster': authorities, etcd, 'the front proxy': frontProxy }),
    ];
    this.registerOutputs({ authority: this.authority });
  }

  private createToken(name: string): JoinToken {
    const { lifetimeDays, renewBeforeDays } = keyTerms.joinToken;
    const hours = { lifetimeHours: lifetimeDays * 24, renewBeforeHours: renewBeforeDays * 24 };
    return new JoinToken(`${name}-token`, hours, { parent: this });
  }
}

function pairOf({ certificatePem, privateKeyPem }: SigningAuthority) {
  return { certificatePem, privateKeyPem };
}

function trustedPairOf({ signing, trusted }: RotatedAuthorities) {
  return { ...pairOf(signing), trustedPem: trusted.certificatePem };
}

function endOf(credential: string, end: pulumi.Output<string>, term: KeyTerm): CredentialEnd {
  return { credential, end, warningDays: warningDays(term) };
}

function kubeconfigEnds(of: Readonly<Record<string, ClientKubeconfig>>): CredentialEnd[] {
  return Object.entries(of).map(([owner, { notAfter }]) =>
    endOf(`kubeconfig of the ${owner}`, notAfter, keyTerms.kubeconfig),
  );
}

function authorityEnds(of: Readonly<Record<string, RotatedAuthorities>>): CredentialEnd[] {
  return Object.entries(of).map(([what, { signing }]) =>
    endOf(`authority of ${what}`, signing.notAfter, keyTerms.authority),
  );
}
