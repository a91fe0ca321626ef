/* Memory kinds of GASNet-EX: memory is the host's, GEX_MK_HOST. */
#ifndef FARREACH_GASNET_MK_H
#define FARREACH_GASNET_MK_H

#include <gasnetex.h>

typedef enum { GEX_MK_CLASS_HOST, GEX_MK_CLASS_CUDA_UVA, GEX_MK_CLASS_HIP, GEX_MK_CLASS_ZE } gex_MK_Class_t;

#endif
