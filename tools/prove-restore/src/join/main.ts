// SPDX-License-Identifier: Apache-2.0
// Prints the proofs of several clusters, each in a file, as one document. A cluster that has no
// backups, or whose restore could not be tried, has none.
import { existsSync, readFileSync } from 'node:fs';

const texts = process.argv
  .slice(2)
  .filter((file) => existsSync(file))
  .map((file) => readFileSync(file, 'utf8'))
  .filter((text) => text.trim() !== '');
console.log(
  JSON.stringify(
    texts.map((text) => JSON.parse(text) as unknown),
    undefined,
    2,
  ),
);
