// SPDX-License-Identifier: Apache-2.0
import type { MonitoringImage, Release } from '@strata/contracts';

/** Everything that monitoring runs, as pods of this environment name it. */
export type MonitoringImages = Readonly<Record<MonitoringImage, string>>;

/**
 * The images of monitoring in a release.
 *
 * @param mirror - where an image is pulled from in this environment. @default where upstream
 * publishes it
 */
export function monitoringImages(
  { images }: Pick<Release, 'images'>,
  mirror: (image: string) => string = (image) => image,
): MonitoringImages {
  const imageOf = (name: MonitoringImage) => mirror(images[name].image);
  return {
    alertmanager: imageOf('alertmanager'),
    'blackbox-exporter': imageOf('blackbox-exporter'),
    grafana: imageOf('grafana'),
    'kube-state-metrics': imageOf('kube-state-metrics'),
    'node-exporter': imageOf('node-exporter'),
    prometheus: imageOf('prometheus'),
  };
}

/**
 * `v3.15.0` of `quay.io/prometheus/prometheus:v3.15.0`, with or without a digest behind it; the
 * operator adapts to it.
 */
export function versionOf(image: string): string | undefined {
  return /^[^@]*:([^/@]+)(?:@|$)/.exec(image)?.[1];
}
