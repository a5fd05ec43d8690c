// SPDX-License-Identifier: Apache-2.0
import { renderKubeconfig } from '@strata/strata-provider';
import {
  authorityLifecycle,
  certificateLifecycle,
  joinTokenLifecycle,
  randomKeyLifecycle,
  signingKeyLifecycle,
  systemClock,
} from '@strata/strata-provider/key-lifecycles';
import type { ClusterAuthority, ControlPlaneKeys } from '@strata/user-cluster/machine-data';

/** All that is secret about a cluster, made as its stack makes it. */
export interface ClusterKeys {
  readonly authority: ClusterAuthority;
  readonly controlPlane: ControlPlaneKeys;
  readonly token: { readonly tokenId: string; readonly value: string; readonly expiration: string };
  /** A kubeconfig of the group system:masters. */
  readonly kubeconfig: string;
}

/** None of these keys waits for anything. */
const work = {
  urn: 'machine-test',
  clock: systemClock,
  signal: new AbortController().signal,
  status: () => undefined,
  info: () => undefined,
};
const validFrom = systemClock.now().toISOString();
const term = { lifetimeDays: 30, renewBeforeDays: 10, validFrom };

async function authority(commonName: string) {
  const organizations = ['machine-test'];
  return authorityLifecycle.create({ ...term, commonName, organizations, lifetimeDays: 60 }, work);
}

type Authority = Awaited<ReturnType<typeof authority>>;

function leaf(
  { certificatePem, privateKeyPem }: Authority,
  subject: { commonName: string; organizations?: string[]; addresses?: string[] },
) {
  const { addresses = [], commonName, organizations = [] } = subject;
  const usages = [addresses.length > 0 ? ('server' as const) : ('client' as const)];
  const by = { authorityCertificatePem: certificatePem, authorityKeyPem: privateKeyPem };
  const inputs = { ...term, ...by, commonName, organizations, addresses, usages, dnsNames: [] };
  return certificateLifecycle.create(inputs, work);
}

/** @param endpoint - the URL of the cluster's API. */
export async function makeClusterKeys(cluster: string, endpoint: string): Promise<ClusterKeys> {
  const own = await authority('kubernetes');
  const etcd = await authority('etcd-ca');
  const frontProxy = await authority('front-proxy-ca');
  const serviceAccount = await signingKeyLifecycle.create({}, work);
  const encryption = await randomKeyLifecycle.create({ bytes: 32 }, work);
  const hours = { lifetimeHours: 24, renewBeforeHours: 12, validFrom };
  const token = await joinTokenLifecycle.create(hours, work);
  const user = 'strata-admin';
  const admin = await leaf(own, { commonName: user, organizations: ['system:masters'] });
  const { certificatePem, privateKeyPem: keyPem } = admin;
  const { publicKeyPin, certificatePem: authorityPem } = own;
  return {
    authority: { certificatePem: authorityPem, publicKeyPins: [publicKeyPin] },
    controlPlane: {
      cluster: own,
      etcd: { ...etcd, trustedPem: etcd.certificatePem },
      frontProxy: { ...frontProxy, trustedPem: frontProxy.certificatePem },
      serviceAccount,
      encryptionKeys: [{ name: 'strata', secret: encryption.base64 }],
    },
    token,
    kubeconfig: renderKubeconfig({ endpoint, authorityPem, certificatePem, keyPem, cluster, user }),
  };
}

/** The identity of a server at an address, and the authority that its clients must trust. */
export async function makeServerIdentity(address: string) {
  const own = await authority('mirror');
  const { certificatePem, privateKeyPem } = await leaf(own, {
    commonName: 'mirror',
    addresses: [address],
  });
  return { authorityPem: own.certificatePem, certificatePem, privateKeyPem };
}
