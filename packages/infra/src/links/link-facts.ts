// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

/** Shell functions that say what interfaces of a host are like. They only read. */
export const linkFacts = readFileSync(new URL('link-facts.sh', import.meta.url), 'utf8');
