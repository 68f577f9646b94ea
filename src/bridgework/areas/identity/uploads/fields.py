"""Field types of uploads: the size of a file, in bytes."""

from typing import Annotated

from pydantic import Field

AssetSize = Annotated[int, Field(ge=1, le=52_428_800)]
CvSize = Annotated[int, Field(ge=1, le=5_242_880)]
