// SPDX-License-Identifier: Apache-2.0
import { environmentOf, rawConfig } from '@strata/contracts';
import { infra, readInfraConfig } from './src/index.ts';

const raw = rawConfig();
const config = await readInfraConfig(raw);

// One object, and not a name for each output: what an environment does not have is no output.
export default await infra(config, environmentOf(raw.project, raw.stack), raw);
