// SPDX-License-Identifier: Apache-2.0
import { apiextensions, core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import type { BgpPeerConfig, MetallbConfig } from '../config/index.ts';
import {
  announcedBy,
  renderBgpAdvertisement,
  renderL2Advertisement,
  renderPeer,
  renderPool,
} from './render-address-pools.ts';

/** Arguments of {@link createAddressPools}. */
export interface AddressPoolsArgs {
  readonly environment: string;
  /** MetalLB's namespace: it reads its objects only there. */
  readonly namespace: string;
  readonly metallb: MetallbConfig;
}

/** Options of {@link createAddressPools}. */
export interface AddressPoolsOptions {
  readonly parent?: pulumi.Resource;
  /** Resources to wait for: MetalLB. */
  readonly dependsOn?: readonly pulumi.Resource[];
}

/** The common arguments of MetalLB's objects. */
interface Maker {
  readonly name: string;
  readonly args: AddressPoolsArgs;
  readonly options: Pick<pulumi.CustomResourceOptions, 'parent' | 'aliases'>;
  /** Resources that every object waits for: MetalLB. */
  readonly needs: readonly pulumi.Resource[];
}

/** An object of one of MetalLB's kinds. */
interface MetallbObject {
  /** Suffix of its Pulumi name. */
  readonly role: string;
  readonly version: 'v1beta1' | 'v1beta2';
  readonly kind: string;
  readonly objectName: string;
  readonly spec: object;
}

const metadataOf = ({ args: { environment, namespace } }: Maker, name: string) => ({
  name,
  namespace,
  labels: platformLabels(environment),
  annotations: ownerAnnotations,
});

function create(
  maker: Maker,
  { kind, objectName, role, spec, version }: MetallbObject,
  // Callers that pass other resources pass ones that wait for MetalLB themselves.
  needs: readonly pulumi.Resource[] = maker.needs,
): pulumi.Resource {
  const metadata = metadataOf(maker, objectName);
  return new apiextensions.CustomResource(
    `${maker.name}-${role}`,
    { apiVersion: `metallb.io/${version}`, kind, metadata, spec },
    { ...maker.options, dependsOn: [...needs] },
  );
}

function announceL2(maker: Maker, pools: readonly pulumi.Resource[]): pulumi.Resource[] {
  const { metallb } = maker.args;
  const names = announcedBy('l2', metallb);
  if (names.length === 0) return [];
  const spec = renderL2Advertisement(metallb, names);
  const object = {
    role: 'advertisement',
    objectName: 'strata',
    spec,
    version: 'v1beta1',
    kind: 'L2Advertisement',
  } as const;
  return [create(maker, object, pools)];
}

function announceBgp(maker: Maker, pools: readonly pulumi.Resource[]): pulumi.Resource[] {
  const { metallb } = maker.args;
  const names = announcedBy('bgp', metallb);
  if (names.length === 0) return [];
  const peers = (metallb.bgp?.peers ?? []).map((peer) => createPeer(maker, peer));
  const spec = renderBgpAdvertisement(metallb, names);
  const object = {
    role: 'bgp-advertisement',
    objectName: 'strata',
    spec,
    version: 'v1beta1',
    kind: 'BGPAdvertisement',
  } as const;
  return [...peers, create(maker, object, [...pools, ...peers])];
}

function createPeer(maker: Maker, peer: BgpPeerConfig): pulumi.Resource {
  const { name, password } = peer;
  const object = {
    role: `peer-${name}`,
    objectName: name,
    version: 'v1beta2',
    kind: 'BGPPeer',
  } as const;
  if (password === undefined) return create(maker, { ...object, spec: renderPeer(peer) });
  const secretName = `bgp-${name}`;
  const secret = new core.v1.Secret(
    `${maker.name}-password-${name}`,
    {
      metadata: metadataOf(maker, secretName),
      type: 'kubernetes.io/basic-auth',
      stringData: pulumi.secret({ password }),
    },
    { ...maker.options, dependsOn: [...maker.needs] },
  );
  return create(maker, { ...object, spec: renderPeer(peer, secretName) }, [secret]);
}

/**
 * Makes the address pools of LoadBalancer Services, and their announcements: by ARP in the hosts'
 * own network, or by BGP.
 *
 * There is no `loadBalancerClass`: the cloud controller of a user cluster makes Services without
 * one, and a MetalLB that is configured with a class would ignore them.
 *
 * @returns all resources that it made.
 * @see https://metallb.io/configuration/
 */
export function createAddressPools(
  name: string,
  args: AddressPoolsArgs,
  { parent, dependsOn: needs = [] }: AddressPoolsOptions = {},
): pulumi.Resource[] {
  const aliases = [formerComponent('kubevirt-stack:AddressPools', name, parent)];
  const maker = { name, args, needs, options: { parent, aliases } };
  const pools = args.metallb.pools.map((pool) =>
    create(maker, {
      role: `pool-${pool.name}`,
      objectName: pool.name,
      spec: renderPool(pool),
      version: 'v1beta1',
      kind: 'IPAddressPool',
    }),
  );
  return [...pools, ...announceL2(maker, pools), ...announceBgp(maker, pools)];
}
