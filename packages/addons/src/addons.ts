// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { OperatorManifest } from '@strata/manifest-objects';
import type { Manifest } from '@strata/manifests';
import type { SriovPolicyConfig } from './config/index.ts';
import type { OperatorName } from './load-operators.ts';
import { podSecurity } from './pod-security.ts';
import { withSriovHosts } from './sriov-hosts.ts';
import { SriovPolicies } from './sriov-policies.ts';

/** Arguments of {@link Addons}. */
export interface AddonsArgs {
  readonly environment: string;
  /** Manifests of the operators to install. */
  readonly manifests: ReadonlyMap<OperatorName, Manifest>;
  /** Registry that all images are pulled from. @default each image's own */
  readonly registryMirror?: string | undefined;
  /** Policies for the SR-IOV operator. @default [] */
  readonly sriovPolicies?: readonly SriovPolicyConfig[];
}

/** Optional operators on the infra cluster. */
export class Addons extends pulumi.ComponentResource {
  /** Version of each operator, without a leading `v`. */
  readonly versions: Readonly<Record<string, string>>;
  /** Namespace of each operator. */
  readonly namespaces: Readonly<Record<string, string>>;

  constructor(name: string, args: AddonsArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:addons:Addons', name, {}, options);
    const { registryMirror, sriovPolicies = [] } = args;
    const operators = new Map(
      [...args.manifests].map(([operator, manifest]) => [
        operator,
        new OperatorManifest(
          `${name}-${operator}`,
          {
            registryMirror,
            podSecurity,
            manifest:
              operator === 'sriov-network-operator'
                ? withSriovHosts(manifest, sriovPolicies)
                : manifest,
          },
          { parent: this },
        ),
      ]),
    );
    this.#createPolicies(name, args, operators.get('sriov-network-operator'));
    const facts = [...operators];
    this.versions = Object.fromEntries(facts.map(([key, { version }]) => [key, version]));
    this.namespaces = Object.fromEntries(facts.map(([key, { namespace }]) => [key, namespace]));
    this.registerOutputs({ versions: this.versions, namespaces: this.namespaces });
  }

  #createPolicies(name: string, args: AddonsArgs, operator: OperatorManifest | undefined): void {
    const { environment, sriovPolicies: policies = [] } = args;
    if (operator === undefined || policies.length === 0) return;
    new SriovPolicies(
      `${name}-sriov`,
      { environment, namespace: operator.namespace, policies },
      { parent: this, dependsOn: operator },
    );
  }
}
