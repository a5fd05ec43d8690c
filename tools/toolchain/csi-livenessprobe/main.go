// SPDX-License-Identifier: Apache-2.0

// Command csi-livenessprobe follows kubernetes-csi/livenessprobe v2.16 (cmd/livenessprobe/main.go),
// whose module cannot be had: GET /healthz asks the driver at --csi-address whether it is ready, on a
// connection of its own each time, and answers 200 or 500. Left out are the flags of metrics and of
// logging but for klog's; a flag that is not here is an error.
package main

import (
	"context"
	"flag"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/kubernetes-csi/csi-lib-utils/connection"
	"github.com/kubernetes-csi/csi-lib-utils/metrics"
	"github.com/kubernetes-csi/csi-lib-utils/rpc"
	"k8s.io/klog/v2"
)

// probe answers GET /healthz: healthProbe.checkProbe.
type probe struct {
	address string
	timeout time.Duration
	metrics metrics.CSIMetricsManager
}

func (p *probe) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	status, text := p.ask(request.Context())
	response.WriteHeader(status)
	_, _ = response.Write([]byte(text))
}

func (p *probe) ask(parent context.Context) (status int, text string) {
	ctx, cancel := context.WithTimeout(parent, p.timeout)
	defer cancel()
	connected, err := connection.Connect(ctx, p.address, p.metrics, connection.WithTimeout(p.timeout))
	if err != nil {
		klog.ErrorS(err, "Failed to establish connection to CSI driver")
		return http.StatusInternalServerError, err.Error()
	}
	defer connected.Close()
	isReady, err := rpc.Probe(ctx, connected)
	if err != nil {
		klog.ErrorS(err, "Health check failed")
		return http.StatusInternalServerError, err.Error()
	}
	if !isReady {
		klog.ErrorS(nil, "Driver responded but is not ready")
		return http.StatusInternalServerError, "driver responded but is not ready"
	}
	return http.StatusOK, "ok"
}

func main() {
	klog.InitFlags(nil)
	address := flag.String("csi-address", "/run/csi/socket", "Address of the CSI driver socket.")
	timeout := flag.Duration("probe-timeout", time.Second, "Probe timeout in seconds.")
	port := flag.String("health-port", "9808", "TCP port of /healthz.")
	flag.Parse()

	manager := metrics.NewCSIMetricsManager("")
	// As upstream: it waits for the driver for as long as it takes, and serves nothing before.
	connected, err := connection.Connect(context.Background(), *address, manager, connection.WithTimeout(0))
	if err != nil {
		exit(err, "Failed to establish connection to CSI driver")
	}
	name, err := rpc.GetDriverName(context.Background(), connected)
	connected.Close()
	if err != nil {
		exit(err, "Failed to get CSI driver name")
	}
	klog.InfoS("CSI driver name", "driver", name)
	manager.SetDriverName(name)

	mux := http.NewServeMux()
	mux.Handle("/healthz", &probe{address: *address, timeout: *timeout, metrics: manager})
	err = http.ListenAndServe(net.JoinHostPort("0.0.0.0", *port), mux)
	exit(err, "Failed to start http server")
}

func exit(err error, message string) {
	klog.ErrorS(err, message)
	klog.Flush()
	os.Exit(1)
}
