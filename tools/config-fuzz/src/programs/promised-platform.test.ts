// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import type { KubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { promisedPlatform } from '@strata/kubevirt-stack/promises';
import { rawConfigOf } from '../generate/generated-stacks.ts';
import { repositoryFiles } from '../generate/repository-files.ts';
import { shippedStacks } from '../generate/shipped-stacks.ts';
import { readInfraFacts } from './read-infra-facts.ts';
import { platformOf } from './run-program.ts';
import { smallManifest } from './small-manifest.ts';

/** Outputs that only manifests and a cluster determine. */
const unknown = { versions: {}, namespaces: {}, featureGates: [], monitoring: undefined };

test.each(['from-kkp', 'production', 'sandbox', 'staging'])(
  'what the files of "%s" promise is what its program promises',
  async (environment) => {
    const shipped = shippedStacks('kubevirt-stack').find(({ stack }) => stack === environment);
    if (shipped === undefined) throw new Error('there is no such stack');
    const { valid } = inspectConfig(kubevirtStackConfig, rawConfigOf({ shipped, edits: [] }));
    const facts = readInfraFacts(repositoryFiles, environment);
    const promised = promisedPlatform(valid as KubevirtStackConfig, facts);
    const rendered = await platformOf(environment, smallManifest);
    expect({ ...promised, ...unknown }).toEqual({ ...rendered, ...unknown });
  },
  // The first case also loads the programs.
);
