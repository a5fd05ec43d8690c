// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v2"
	"k8s.io/klog/v2"
)

// settings are the driver's flags and environment: cmd/kubevirt-csi-driver, parseConfig.
type settings struct {
	endpoint          string
	infraNamespace    string
	infraKubeconfig   string
	infraLabels       string
	tenantKubeconfig  string
	volumePrefix      string
	nodeName          string
	runNodeService    bool
	runController     bool
	enforcementString string
}

// enforcement says which infra classes the tenant may use: util.StorageClassEnforcement.
type enforcement struct {
	AllowList    []string          `yaml:"allowList"`
	AllowAll     bool              `yaml:"allowAll"`
	AllowDefault bool              `yaml:"allowDefault"`
	Mapping      []snapshotMapping `yaml:"storageSnapshotMapping,omitempty"`
}

// snapshotMapping says which infra snapshot classes go with which infra storage classes.
type snapshotMapping struct {
	VolumeSnapshotClasses []string `yaml:"volumeSnapshotClasses,omitempty"`
	StorageClasses        []string `yaml:"storageClasses"`
}

// parseSettings reads the flags, with upstream's names and defaults; any other flag is an error.
func parseSettings(args []string, enforcementString string) (*settings, error) {
	flags := flag.NewFlagSet("kubevirt-csi-driver", flag.ContinueOnError)
	klog.InitFlags(flags)
	s := &settings{enforcementString: enforcementString}
	flags.StringVar(&s.endpoint, "endpoint", "unix:/csi/csi.sock", "CSI endpoint")
	flags.StringVar(&s.nodeName, "node-name", "", "name of the node, for the node service")
	flags.StringVar(&s.infraNamespace, "infra-cluster-namespace", "", "namespace of the machines")
	flags.StringVar(&s.infraKubeconfig, "infra-cluster-kubeconfig", "", "default: the pod's own cluster")
	flags.StringVar(&s.infraLabels, "infra-cluster-labels", "", "key=value,... of all that it makes")
	flags.StringVar(&s.volumePrefix, "volume-prefix", "pvc", "what names of volumes begin with")
	flags.StringVar(&s.tenantKubeconfig, "tenant-cluster-kubeconfig", "", "default: the pod's own cluster")
	flags.BoolVar(&s.runNodeService, "run-node-service", true, "must be false: it is not here")
	flags.BoolVar(&s.runController, "run-controller-service", true, "must be true")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	return s, nil
}

// parseEnforcement reads INFRA_STORAGE_CLASS_ENFORCEMENT: configureStorageClassEnforcement. Empty, it
// allows everything; otherwise it allows what it says and no more.
func parseEnforcement(text string) (enforcement, error) {
	if text == "" {
		return enforcement{AllowAll: true, AllowDefault: true}, nil
	}
	var rules enforcement
	if err := yaml.Unmarshal([]byte(text), &rules); err != nil {
		return rules, fmt.Errorf("failed to configure storage class enforcement: failed to parse infra-storage-class-enforcement %w", err)
	}
	return rules, nil
}

// parseLabels reads --infra-cluster-labels: parseLabels.
func parseLabels(text string) (map[string]string, error) {
	if text == "" {
		return nil, errors.New("failed to parse labels: infra-cluster-labels must be set")
	}
	labels := map[string]string{}
	for _, pair := range strings.Split(text, ",") {
		key, value, found := strings.Cut(pair, "=")
		if !found {
			return nil, errors.New("failed to parse labels: bad labels format. Should be 'key=value,key=value,...'")
		}
		labels[key] = value
	}
	return labels, nil
}

// check refuses what upstream refuses, and the node service.
func (s *settings) check() error {
	if s.runNodeService || !s.runController {
		return errors.New("the sandbox has the controller service only: --run-controller-service=true --run-node-service=false")
	}
	if s.volumePrefix == "" {
		return errors.New("failed to configure controller service: volume-prefix must be set when deploying the controller")
	}
	return nil
}
