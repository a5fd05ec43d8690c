// SPDX-License-Identifier: Apache-2.0
import { leaveOutOwnSpans, sendsSpans } from './own-spans.ts';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('a program sends spans when Pulumi names their receiver or their parent', () => {
  expect(sendsSpans(['node', 'run', '--parallel', '8', 'program.ts'], {})).toBe(false);
  expect(sendsSpans(['node', 'run', '--tracing', 'tcp://127.0.0.1:1', 'program.ts'], {})).toBe(
    true,
  );
  expect(sendsSpans(['node', 'run', 'program.ts'], { TRACEPARENT })).toBe(true);
});

test('OTEL_SDK_DISABLED takes away the receiver and the parent, and nothing else', () => {
  const argv = ['node', 'run', '--tracing', 'tcp://127.0.0.1:1', 'program.ts'];
  const env: NodeJS.ProcessEnv = { OTEL_SDK_DISABLED: 'true', TRACEPARENT, OTHER: 'x' };
  leaveOutOwnSpans(argv, env);
  expect(argv).toEqual(['node', 'run', 'program.ts']);
  expect(env).toEqual({ OTEL_SDK_DISABLED: 'true', OTHER: 'x' });
});

test('without it all stays', () => {
  const argv = ['node', 'run', '--tracing', 'tcp://127.0.0.1:1', 'program.ts'];
  const env: NodeJS.ProcessEnv = { OTEL_SDK_DISABLED: 'false', TRACEPARENT };
  leaveOutOwnSpans(argv, env);
  expect(argv).toEqual(['node', 'run', '--tracing', 'tcp://127.0.0.1:1', 'program.ts']);
  expect(env).toEqual({ OTEL_SDK_DISABLED: 'false', TRACEPARENT });
});
