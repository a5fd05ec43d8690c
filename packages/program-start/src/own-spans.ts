// SPDX-License-Identifier: Apache-2.0

/**
 * Makes a program start as without traces where OpenTelemetry's own switch says that it shall send no
 * spans: the engine's and those of the plug-ins are written as before.
 *
 * @param argv - arguments of Node; the one with the receiver of spans is taken away.
 * @param env - TRACEPARENT is taken away.
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ `OTEL_SDK_DISABLED`
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/cmd/pulumi-language-nodejs/main.go `--tracing`
 */
export function leaveOutOwnSpans(argv: string[], env: NodeJS.ProcessEnv): void {
  if (env.OTEL_SDK_DISABLED !== 'true') return;
  delete env.TRACEPARENT;
  const receiver = argv.indexOf('--tracing');
  if (receiver !== -1) argv.splice(receiver, 2);
}

/** Returns whether a program sends spans: `pulumi --tracing`, `--otel-traces`. */
export function sendsSpans(argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
  return argv.includes('--tracing') || env.TRACEPARENT !== undefined;
}
