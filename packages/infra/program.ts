// SPDX-License-Identifier: Apache-2.0
import { environmentOf, rawConfig } from '@strata/contracts/program';
import { infra, readInfraConfig } from './src/index.ts';

const raw = rawConfig();
const config = await readInfraConfig(raw);

// One default export instead of a name for each output, so that an output that the environment does
// not have is absent.
export default await infra(config, environmentOf(raw.project, raw.stack), raw);
