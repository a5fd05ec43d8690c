// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { Authority } from '@strata/strata-provider';
import type { ClusterAuthority } from '../bootstrap/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { generationsAt } from '../rotation/index.ts';
import { protection } from '../tenancy/index.ts';
import { generationName } from './generation-name.ts';
import { keyTerms } from './key-terms.ts';
import { wholeKey } from './whole-key.ts';

/** Common name in the certificate of each authority, as in those that kubeadm makes, and its key in `keys`. */
const roles = {
  cluster: { commonName: 'kubernetes', key: 'authority' },
  etcd: { commonName: 'etcd-ca', key: 'etcdAuthority' },
  'front-proxy': { commonName: 'front-proxy-ca', key: 'frontProxyAuthority' },
} as const;

/** An authority of a cluster, by the name of its resource. */
type Role = keyof typeof roles;

type Facts = Pick<ClusterContext, 'cluster' | 'config'>;

/** The authority that signs. */
export type SigningAuthority = Pick<Authority, 'certificatePem' | 'notAfter' | 'privateKeyPem'>;

/** An authority, and while it is rotated the one before or after it. */
export interface RotatedAuthorities {
  /** The one that signs. */
  readonly signing: SigningAuthority;
  /** Public parts of all of them. */
  readonly trusted: pulumi.Output<ClusterAuthority>;
  /** Their fingerprints, by name. */
  readonly fingerprints: Readonly<Record<string, pulumi.Output<string>>>;
}

/**
 * Makes one generation of an authority. Those of different generations have different common names, so that
 * nobody who reads a certificate takes its issuer for the other one.
 *
 * @param spare - whether nothing is signed with it. Only one that signs is protected: Pulumi must be able to
 * delete the other one.
 */
function createAuthority(
  name: string,
  role: Role,
  { cluster, config }: Facts,
  { parent, generation, spare }: AuthorityPlace,
): Authority {
  return new Authority(
    `${name}-${generationName(role, generation)}`,
    {
      commonName: generationName(roles[role].commonName, generation),
      organizations: [cluster],
      ...keyTerms.authority,
      ...(spare && { spare }),
    },
    { parent, ...(!spare && protection(config).cluster) },
  );
}

interface AuthorityPlace {
  readonly parent: pulumi.Resource;
  readonly generation: number;
  readonly spare: boolean;
}

/** Makes an authority of the cluster, and while it is rotated the one before or after it. */
export function createAuthorities(
  name: string,
  role: Role,
  facts: Facts,
  parent: pulumi.Resource,
): RotatedAuthorities {
  const { key } = roles[role];
  const { known, used } = generationsAt(key, facts.config.keys[key]);
  const make = (generation: number, spare: boolean) => ({
    keyName: generationName(role, generation),
    authority: createAuthority(name, role, facts, { parent, generation, spare }),
  });
  const signing = make(used, false);
  const all = [signing, ...known.map((generation) => make(generation, true))];
  const parts = all.map(({ authority: { certificatePem, publicKeyPin } }) =>
    pulumi.all([certificatePem, publicKeyPin]),
  );
  const { certificatePem, notAfter, privateKeyPem } = signing.authority;
  return {
    signing: {
      certificatePem,
      notAfter,
      privateKeyPem: privateKeyPem.apply((pem) => wholeKey(signing.keyName, pem)),
    },
    trusted: pulumi.all(parts).apply((facts) => ({
      certificatePem: joinedPem(facts.map(([certificatePem]) => certificatePem)),
      publicKeyPins: facts.map(([, pin]) => pin),
    })),
    fingerprints: Object.fromEntries(
      all.map(({ keyName, authority }) => [keyName, authority.publicKeyPin]),
    ),
  };
}

/** Returns certificates as one text; one alone as it is. */
function joinedPem(texts: readonly string[]): string {
  return texts.length === 1 ? texts.join('') : texts.map((text) => `${text.trim()}\n`).join('');
}
