// SPDX-License-Identifier: Apache-2.0

// Package api holds the names under which the API server knows templates.
package api

const (
	GroupName            = "template.kubevirt.io"
	SingularResourceName = "virtualmachinetemplate"
	PluralResourceName   = SingularResourceName + "s"
)
