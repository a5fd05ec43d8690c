// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

/** Shell functions that read properties of a host's network interfaces. They change nothing. */
export const linkFacts = readFileSync(new URL('link-facts.sh', import.meta.url), 'utf8');
