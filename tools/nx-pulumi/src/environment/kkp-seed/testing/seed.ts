// SPDX-License-Identifier: Apache-2.0

/** A Seed of KKP as kubectl prints it, with two datacenters of KubeVirt and one of OpenStack. */
export const seed = `apiVersion: kubermatic.k8c.io/v1
kind: Seed
metadata:
  name: europe
  namespace: kubermatic
spec:
  country: DE
  exposeStrategy: Tunneling
  kubeconfig: { name: kubeconfig-europe, namespace: kubermatic }
  proxySettings: { httpProxy: http://me:hush@10.7.0.3:3128 }
  oidcProviderConfiguration: { issuerURL: https://login.example.org, issuerClientSecret: hush }
  datacenters:
    halle-2:
      country: DE
      location: Halle
      node: { pauseImage: registry.example.org/pause:3.9 }
      spec:
        enforceAuditLogging: true
        kubevirt:
          dnsPolicy: None
          dnsConfig:
            nameservers: [10.7.0.53, 10.7.0.54]
            searches: [halle.example.org]
            options: [{ name: ndots, value: "3" }, { name: edns0 }]
          enableDefaultNetworkPolicies: true
          customNetworkPolicies:
            - name: from-offices
              spec:
                podSelector: {}
                policyTypes: [Ingress]
                ingress: [{ from: [{ ipBlock: { cidr: 10.7.16.0/20 } }] }]
          images:
            http:
              operatingSystems:
                ubuntu:
                  "22.04": http://10.7.0.9/jammy.img
                  "24.04": docker://registry.example.org/machines/ubuntu:24.04
                flatcar:
                  "4230.2.1": https://user:hush@images.example.org/flatcar.img?key=hush
          infraStorageClasses:
            - name: rbd-replica
              isDefaultClass: true
              volumeBindingMode: Immediate
              reclaimPolicy: Retain
              allowVolumeExpansion: true
              volumeProvisioner: kubevirt-csi-driver
            - { name: cephfs.halle, zones: [halle-2a], regions: [halle], labels: { tier: slow } }
            - { name: nvme-disks, volumeProvisioner: infra-csi-driver }
          infraVolumeSnapshotClasses:
            - { infraVolumeSnapshotClass: cephfs-snapshots }
            - { infraVolumeSnapshotClass: rbd-snapshots, isDefaultClass: true, deletionPolicy: Retain }
          ccmZoneAndRegionEnabled: false
          ccmLoadBalancerEnabled: true
          vmEvictionStrategy: External
          namespacedMode: { enabled: true, name: vms }
          providerNetwork:
            name: ovn
            vpcs: [{ name: blue, subnets: [{ name: blue-1, zones: [halle-2a], cidr: 10.9.0.0/16 }] }]
          matchSubnetAndStorageLocation: true
    leipzig-1:
      spec: { kubevirt: { images: {} } }
    cloud:
      spec: { openstack: { region: eu } }
status:
  phase: Healthy
`;
