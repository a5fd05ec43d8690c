// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import { releases } from '@strata/contracts';
import { recordProgram } from '@strata/testing';
import type { Recording } from '@strata/testing';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { monitoringImages } from './monitoring-images.ts';
import { Monitoring } from './monitoring.ts';
import { fullMonitoring } from './test-monitoring.ts';

const [release] = releases;
const url = 'https://grafana.example.org';

const recording = await recordProgram(
  () =>
    new Monitoring('watch', {
      environment: 'sandbox',
      namespace: 'monitoring',
      account: 'prometheus-k8s',
      config: {
        ...fullMonitoring,
        grafana: { adminPassword: 'grafana hush', allowFrom: ['ingress'], url },
      },
      storage: { className: 'slow', accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
      namespaces: { kubevirt: 'kubevirt', cdi: 'cdi', metallb: 'metallb-system' },
      images: monitoringImages(release),
      needs: [new core.v1.ConfigMap('operator', {})],
      watched: [new core.v1.ConfigMap('kubevirt', {})],
    }),
);

/** Alerts and dashboards, which have tests of their own. */
const elsewhere = ['watch-prometheus-rules', 'watch-grafana-dashboards'];

/** Returns the components that a resource of earlier versions was in, if not where it is now. */
function formerlyIn(urns: readonly string[] = [], parent = '') {
  const others = urns.filter((urn) => !urn.endsWith(`::${parent}`));
  return others.length === 0 ? undefined : others.map((urn) => urn.split('$').at(-1));
}

/** Returns each resource by its name, as the engine is told of it. */
function shown({ resources }: Recording<unknown>) {
  const made = resources.filter(({ name }) => name !== 'operator' && name !== 'kubevirt');
  return Object.fromEntries(
    made.map(({ name, type, parent, dependsOn, formerParents, customTimeouts, inputs }) => [
      name,
      JSON.parse(
        JSON.stringify({
          type,
          parent,
          dependsOn,
          formerly: formerlyIn(formerParents, parent),
          customTimeouts,
          inputs: elsewhere.includes(name) ? { metadata: inputs.metadata } : inputs,
        }),
      ) as unknown,
    ]),
  );
}

// The file shows a reviewer everything that monitoring makes.
// Proves: monitoring.prometheus, monitoring.host-metrics, installation.least-rights
test('monitoring is what monitoring-objects.yaml shows, word for word', () => {
  const file = new URL('monitoring-objects.yaml', import.meta.url);
  expect(shown(recording)).toStrictEqual(parse(readFileSync(file, 'utf8')));
});
