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

/** Common names in the authorities' certificates, the same as in those that kubeadm makes. */
const authorityNames = {
  cluster: 'kubernetes',
  etcd: 'etcd-ca',
  'front-proxy': 'front-proxy-ca',
} as const;

type Facts = Pick<ClusterContext, 'cluster' | 'config'>;

/** The authority that signs. */
export type SigningAuthority = Pick<Authority, 'certificatePem' | 'notAfter' | 'privateKeyPem'>;

/** The authority of the cluster, and while it is rotated the one before or after it. */
export interface ClusterAuthorities {
  /** The one that signs. */
  readonly signing: SigningAuthority;
  /** Public parts of all of them. */
  readonly trusted: pulumi.Output<ClusterAuthority>;
  /** Their fingerprints, by name. */
  readonly fingerprints: Readonly<Record<string, pulumi.Output<string>>>;
}

/**
 * Makes an authority. Authorities of different generations have different common names, so that nobody who
 * reads a certificate takes its issuer for the other one.
 *
 * @param spare - whether nothing is signed with it. Only one that signs is protected: Pulumi must be able to
 * delete the other one.
 */
export function createAuthority(
  name: string,
  role: keyof typeof authorityNames,
  { cluster, config }: Facts,
  { parent, generation = 1, spare = false }: AuthorityPlace,
): Authority {
  return new Authority(
    `${name}-${generationName(role, generation)}`,
    {
      commonName: generationName(authorityNames[role], generation),
      organizations: [cluster],
      ...keyTerms.authority,
      ...(spare && { spare }),
    },
    { parent, ...(!spare && protection(config).cluster) },
  );
}

interface AuthorityPlace {
  readonly parent: pulumi.Resource;
  readonly generation?: number;
  readonly spare?: boolean;
}

/** Makes the authority that signs the certificates of API servers, kubelets and kubeconfigs. */
export function createClusterAuthorities(
  name: string,
  facts: Facts,
  parent: pulumi.Resource,
): ClusterAuthorities {
  const { known, used } = generationsAt('authority', facts.config.keys.authority);
  const make = (generation: number, spare: boolean) => ({
    keyName: generationName('cluster', generation),
    authority: createAuthority(name, 'cluster', facts, { parent, generation, spare }),
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
