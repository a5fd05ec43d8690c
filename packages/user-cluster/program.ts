// SPDX-License-Identifier: Apache-2.0
import { startPlugin } from '@strata/strata-provider/start-plugin';

// The engine starts the plugin while Node loads the rest of the program.
await startPlugin();
const { provisionCluster } = await import('./src/provision-cluster.ts');

export default await provisionCluster();
