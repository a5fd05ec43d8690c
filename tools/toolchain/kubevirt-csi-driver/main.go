// SPDX-License-Identifier: Apache-2.0

// Command kubevirt-csi-driver is the controller half of kubevirt/csi-driver, written for the sandbox
// after upstream's source as of commit 805f17a9 (January 2026). The image v0.4.5 has that commit at most:
// KubeOne took the image on 3 February 2026, and the next commit is of 12 February. Whether it has this
// one, by which a volume of one machine is refused to a second, no date tells. The program serves CSI's
// Identity and Controller services to the real sidecars and works on the infra cluster as upstream does:
// the same changes, with the same limits of time and rate and the same errors. Comments name upstream's
// functions. The node half is not here.
package main

import (
	"os"

	"k8s.io/klog/v2"
)

const (
	// driverName is upstream's VendorName, service/driver.go.
	driverName = "csi.kubevirt.io"
	// driverVersion is upstream's VendorVersion, service/driver.go.
	driverVersion = "0.2.0"
)

func main() {
	settings, err := parseSettings(os.Args[1:], os.Getenv("INFRA_STORAGE_CLASS_ENFORCEMENT"))
	if err != nil {
		// The flag package has told it already. Upstream's main, too, exits with 1.
		os.Exit(1)
	}
	if err := run(settings); err != nil {
		klog.Fatalf("Failed to initialize driver: %s", err)
	}
}

func run(settings *settings) error {
	controller, discovery, err := connect(settings)
	if err != nil {
		return err
	}
	return serve(settings.endpoint, &identity{discovery: discovery}, controller)
}
