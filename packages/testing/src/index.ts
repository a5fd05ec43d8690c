// SPDX-License-Identifier: Apache-2.0
export { builtTool } from './built-tool.ts';
export type { CustomResource } from './custom-resource.ts';
export { checkCustomResource } from './custom-resource.ts';
export { freePort } from './free-port.ts';
export type { Excess, ExcessiveRight } from './excessive-rights.ts';
export { excessiveRights } from './excessive-rights.ts';
export { kubeletProblems } from './kubelet-problems.ts';
export { LoopbackHttps } from './loopback-https.ts';
export type { Measured } from './processor-seconds.ts';
export { leastProcessorSeconds } from './processor-seconds.ts';
export { providerAnswers } from './provider-answers.ts';
export type { RecordOptions } from './record-program.ts';
export { recordProgram, valueOf } from './record-program.ts';
export type { RecordedResource, Recording } from './recording.ts';
export { named, ofType } from './recording.ts';
export { imagesIn, strayImages } from './stray-images.ts';
export type { TestCluster } from './test-cluster.ts';
export { answeringCluster, testCluster, testKubeconfig } from './test-cluster.ts';
