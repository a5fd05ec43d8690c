// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from 'oxlint';

/** What `npm run typecheck` looks at: what the compiler says, and no rule. */
export default defineConfig({
  categories: { correctness: 'off' },
  options: { typeAware: true, typeCheck: true },
});
