package plots

import "image"

// Raster renders a figure at a resolution of the test's choice.
func (f *Figure) Raster(dpi int) image.Image { return f.raster(dpi) }
