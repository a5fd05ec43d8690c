// SPDX-License-Identifier: Apache-2.0
import { apiextensions, core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import type { BgpPeerConfig, MetallbConfig } from '@strata/contracts';
import {
  announcedBy,
  renderBgpAdvertisement,
  renderL2Advertisement,
  renderPeer,
  renderPool,
} from './render-address-pools.ts';

/** Arguments of {@link AddressPools}. */
export interface AddressPoolsArgs {
  readonly environment: string;
  /** MetalLB's own: it looks nowhere else. */
  readonly namespace: string;
  readonly metallb: MetallbConfig;
}

/**
 * The addresses that LoadBalancer Services may get, and how the network learns where they are: by
 * ARP on the hosts' own network, or by BGP.
 *
 * There is no `loadBalancerClass`: the cloud controller of a user cluster makes Services without
 * one, and MetalLB, told to look for a class, would pass them by.
 *
 * @see https://metallb.io/configuration/
 */
export class AddressPools extends pulumi.ComponentResource {
  readonly #name: string;
  readonly #args: AddressPoolsArgs;

  constructor(name: string, args: AddressPoolsArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:AddressPools', name, {}, options);
    this.#name = name;
    this.#args = args;
    const { metallb } = args;
    const pools = metallb.pools.map((pool) =>
      this.#create(`pool-${pool.name}`, 'v1beta1', 'IPAddressPool', pool.name, renderPool(pool)),
    );
    this.#announceL2(pools);
    this.#announceBgp(pools);
    this.registerOutputs({});
  }

  #metadata(name: string) {
    const { environment, namespace } = this.#args;
    return { name, namespace, labels: platformLabels(environment), annotations: ownerAnnotations };
  }

  #create(
    role: string,
    version: 'v1beta1' | 'v1beta2',
    kind: string,
    objectName: string,
    spec: object,
    dependsOn: pulumi.Resource[] = [],
  ): pulumi.Resource {
    return new apiextensions.CustomResource(
      `${this.#name}-${role}`,
      {
        apiVersion: `metallb.io/${version}`,
        kind,
        metadata: this.#metadata(objectName),
        spec,
      },
      { parent: this, dependsOn },
    );
  }

  #announceL2(pools: pulumi.Resource[]): void {
    const { metallb } = this.#args;
    const names = announcedBy('l2', metallb);
    if (names.length === 0) return;
    const spec = renderL2Advertisement(metallb, names);
    this.#create('advertisement', 'v1beta1', 'L2Advertisement', 'strata', spec, pools);
  }

  #announceBgp(pools: pulumi.Resource[]): void {
    const { metallb } = this.#args;
    const names = announcedBy('bgp', metallb);
    if (names.length === 0) return;
    const peers = (metallb.bgp?.peers ?? []).map((peer) => this.#createPeer(peer));
    const spec = renderBgpAdvertisement(metallb, names);
    const needs = [...pools, ...peers];
    this.#create('bgp-advertisement', 'v1beta1', 'BGPAdvertisement', 'strata', spec, needs);
  }

  #createPeer(peer: BgpPeerConfig): pulumi.Resource {
    const { name, password } = peer;
    if (password === undefined) {
      return this.#create(`peer-${name}`, 'v1beta2', 'BGPPeer', name, renderPeer(peer));
    }
    const secretName = `bgp-${name}`;
    const secret = new core.v1.Secret(
      `${this.#name}-password-${name}`,
      {
        metadata: this.#metadata(secretName),
        type: 'kubernetes.io/basic-auth',
        stringData: pulumi.secret({ password }),
      },
      { parent: this },
    );
    const spec = renderPeer(peer, secretName);
    return this.#create(`peer-${name}`, 'v1beta2', 'BGPPeer', name, spec, [secret]);
  }
}
