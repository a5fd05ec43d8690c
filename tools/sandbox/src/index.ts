// SPDX-License-Identifier: Apache-2.0
export { down } from './commands/down.ts';
export { forward } from './commands/forward.ts';
export { reset } from './commands/reset.ts';
export { up } from './commands/up.ts';
export { fetchStatus } from './control-client.ts';
export { instanceAt, workspaceRoot } from './instance.ts';
export type { Instance } from './instance.ts';
export { RackSession } from './rack/session.ts';
export type { Captured } from './rack/session.ts';
export { requiredTools } from './required-tools.ts';
export type { SettingsChange } from './settings.ts';
export { resolveSettings } from './settings.ts';
export type { StackName } from './stacks/update-stack.ts';
export { judgedBy, programFolder, sandboxStacks, updateStack } from './stacks/update-stack.ts';
export { runDemoWorkload } from './stacks/demo-workload.ts';
export { saveKubeconfig } from './stacks/user-cluster-access.ts';
export type { RackStatus } from './supervisor/status.ts';
export { UserError } from './user-error.ts';
