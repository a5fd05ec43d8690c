// SPDX-License-Identifier: Apache-2.0
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readWorkflow } from '../testing/read-workflow.ts';

const root = resolve(import.meta.dirname, '../../../..');

const unlessAsked = (variable: string) =>
  `github.event_name == 'workflow_dispatch' || vars.${variable} == 'true'`;

test('a schedule alone runs deployments and drift checks, and neither clusters of pull requests nor tests of Strata itself', () => {
  const scheduled = readdirSync(join(root, '.github/workflows'))
    .sort()
    .flatMap((file) => {
      const { jobs, on } = readWorkflow(root, file);
      if (on.schedule === undefined) return [];
      return Object.entries(jobs).map(([name, job]) => [`${file} ${name}`, job.if] as const);
    });
  expect(scheduled).toEqual([
    ['deploy.yml preview', undefined],
    ['deploy.yml deploy', undefined],
    ['drift.yml check', undefined],
    ['drift.yml issues', "always() && needs.check.result != 'cancelled'"],
    ['drift.yml repair', "needs.issues.outputs.repairs != ''"],
    ['hypervisor.yml lane', unlessAsked('STRATA_LANE_ENABLED')],
    ['kills.yml kills', unlessAsked('STRATA_TESTS_ENABLED')],
    ['machine.yml boot', unlessAsked('STRATA_TESTS_ENABLED')],
    ['pull-request-clusters.yml clusters', "vars.STRATA_PULL_REQUEST_CLUSTERS_ENABLED == 'true'"],
    ['tests.yml all', unlessAsked('STRATA_TESTS_ENABLED')],
    ['tests.yml readme', unlessAsked('STRATA_TESTS_ENABLED')],
  ]);
});
