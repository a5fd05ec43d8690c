// SPDX-License-Identifier: Apache-2.0
import { formatPath, inspectConfig } from '@strata/contracts';
import { kubevirtStackConfig } from './index.ts';

/** Returns the hints for keys of other tools. */
function hint(config: Readonly<Record<string, unknown>>) {
  const values = Object.entries(config).map(([key, value]) => [
    `kubevirt-stack:${key}`,
    JSON.stringify(value),
  ]);
  const { problems } = inspectConfig(kubevirtStackConfig, {
    project: 'kubevirt-stack',
    stack: 'sandbox',
    values: Object.fromEntries(values) as Record<string, string>,
    secretKeys: [],
  });
  return problems
    .filter(({ message }) => message.startsWith('unknown key; '))
    .map(({ message, path }) => `${formatPath(path)}: ${message.replace('unknown key; ', '')}`);
}

test("the platform's file has hints for keys of KubeVirt's own object", () => {
  expect(hint({ monitorNamespace: 'x', kubevirt: { monitorAccount: 'y' } })).toEqual([
    `kubevirt.monitorAccount: KubeVirt's "monitorAccount" is monitoring: Strata sets it itself, to the account of the Prometheus that it installs`,
    `monitorNamespace: KubeVirt's "monitorNamespace" is monitoring: Strata sets it itself, to the namespace of the Prometheus that it installs`,
  ]);
});
