// SPDX-License-Identifier: Apache-2.0

/** Wraps a value as `pulumi stack export --show-secrets` does. */
export function secret(value: unknown) {
  return {
    '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
    plaintext: JSON.stringify(value),
  };
}

/** Facts of a state that differ from test to test. */
export interface StateFacts {
  readonly repository: string;
  readonly password: string;
  /** One a generation, the first one first; in base64. */
  readonly encryptionKeys: readonly string[];
  readonly authorityPem: string;
  /** Replicas by pool. */
  readonly pools: Readonly<Record<string, number>>;
  /** Objects inside the cluster, as `apiVersion kind namespace/name`. */
  readonly inside: readonly string[];
  /** When the objects were made; RFC 3339. */
  readonly made: string;
}

const urn = (type: string, name: string) =>
  `urn:pulumi:prod.shop::user-cluster::strata:user-cluster:UserCluster$${type}::${name}`;

function resource(type: string, name: string, more: object) {
  return { urn: urn(type, name), custom: true, type, ...more };
}

function objectOf(line: string, made: string) {
  const [apiVersion = '', kind = '', path = ''] = line.split(' ');
  const [first = '', second] = path.split('/');
  const metadata = second === undefined ? { name: first } : { namespace: first, name: second };
  return resource(`kubernetes:${apiVersion}:${kind}`, path, {
    provider: `${urn('pulumi:providers:kubernetes', 'shop-nodes-provider')}::id`,
    created: made,
    inputs: { apiVersion, kind, metadata },
  });
}

/** Returns the exported state of the cluster `prod.shop`, with one control plane. */
export function stateText(facts: StateFacts): string {
  const { authorityPem, encryptionKeys, inside, made, password, pools, repository } = facts;
  const group = (name: string, role: string, replicas: number) => ({ name, role, replicas });
  const outputs = {
    kubernetes: '1.35.4',
    machineGroups: [
      group('cp', 'control-plane', 1),
      ...Object.entries(pools).map(([name, replicas]) => group(name, 'worker', replicas)),
    ],
    backup: secret({ repository, password }),
  };
  const resources = [
    { urn: urn('pulumi:pulumi:Stack', 'stack'), type: 'pulumi:pulumi:Stack', outputs },
    ...encryptionKeys.map((key, index) =>
      resource(
        'strata:keys:RandomKey',
        `shop-keys-encryption${index === 0 ? '' : `-${index + 1}`}`,
        {
          outputs: { base64: secret(key) },
        },
      ),
    ),
    resource('strata:keys:Authority', 'shop-keys-cluster', {
      outputs: { certificatePem: authorityPem, privateKeyPem: secret('never read') },
    }),
    resource('strata:keys:JoinToken', 'shop-keys-token', {
      outputs: {
        tokenId: 'abcdef',
        value: secret('abcdef.0123456789abcdef'),
        expiration: '2126-01-01T00:00:00Z',
      },
    }),
    ...['control-plane-cp-0', ...Object.keys(pools).map((name) => `pool-${name}`)].map((name) =>
      resource('kubernetes:kubevirt.io/v1:VirtualMachine', `shop-nodes-${name}`, { created: made }),
    ),
    ...inside.map((line) => objectOf(line, made)),
  ];
  return JSON.stringify({ version: 3, deployment: { resources } });
}
