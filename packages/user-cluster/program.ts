// SPDX-License-Identifier: Apache-2.0
import { getStack } from '@pulumi/pulumi';
import { askStacksBelow } from '@strata/contracts/stack-outputs';
import { startPlugin } from '@strata/strata-provider/start-plugin';

// The engine reads the stacks below, and then starts the plugin, while Node loads the rest of the program.
askStacksBelow('user-cluster', getStack());
await startPlugin();
const { provisionCluster } = await import('./src/provision-cluster.ts');

export default await provisionCluster();
