// SPDX-License-Identifier: Apache-2.0
// A Pulumi program that makes the resources of a JSON file beside it, for previews without a cluster.
import { Provider } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { readFileSync } from 'node:fs';

const provider = new Provider('nowhere', { renderYamlToDirectory: 'rendered' });
const made = new Map();
for (const [name, { options = {}, properties, type }] of Object.entries(
  JSON.parse(readFileSync('resources.json', 'utf8')),
)) {
  const { dependsOn = [], protect } = options;
  const needs = dependsOn.map((one) => made.get(one));
  const own = { provider, protect, dependsOn: needs };
  made.set(name, new pulumi.CustomResource(type, name, properties, own));
}
