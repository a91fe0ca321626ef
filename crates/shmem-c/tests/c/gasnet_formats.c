/* Names that gasnetex.h has beside its functions, in each threading mode: of the platform, and values of GASNet-EX as text. */
#include <gasnet_tools.h>
#include "gasnet_test.h"
#include <gasnet_fwd.h>

static void formats(void)
{
    char buffer[2048];
    CHECK(gasnett_format_dt(NULL, GEX_DT_I32) == sizeof "GEX_DT_I32" && gasnett_format_dt(buffer, GEX_DT_I32 | GEX_DT_DBL) == 22);
    CHECK(!strcmp(buffer, "GEX_DT_I32|GEX_DT_DBL"));
    CHECK(gasnett_format_op(buffer, GEX_OP_FCAS) && !strcmp(buffer, "GEX_OP_FCAS"));
    CHECK(gasnett_format_op(buffer, GEX_OP_USER_NC) && !strcmp(buffer, "GEX_OP_USER_NC"));
    CHECK(gasnett_format_op(buffer, GEX_OP_TO_FETCHING(GEX_OP_SET)) && !strcmp(buffer, "GEX_OP_SWAP"));
    CHECK(gasnett_format_ti(buffer, GEX_TI_IS_LONG | GEX_TI_EP) && !strcmp(buffer, "GEX_TI_IS_LONG|GEX_TI_EP"));
    char memory[64];
    gex_Memvec_t vector[] = {{memory, 8}, {memory + 32, 16}};
    CHECK(gasnett_format_memveclist(buffer, 2, vector).totalsz == 24 && strlen(buffer) < gasnett_format_memveclist_bufsz(2));
    CHECK(gasnett_format_memveclist(buffer, 2, vector).maxaddr == memory + 48 && strstr(buffer, "+16"));
    void *list[] = {memory + 8, memory};
    CHECK(gasnett_format_addrlist(buffer, 2, list, 4).minaddr == memory && strlen(buffer) < gasnett_format_addrlist_bufsz(2));
    ptrdiff_t strides[] = {16, -8};
    size_t count[] = {2, 3};
    CHECK(gasnett_format_putsgets(buffer, NULL, team, 0, memory, strides, memory, strides, 4, count, 2) == 24);
    CHECK(strstr(buffer, "[16, -8]") && strlen(buffer) < gasnett_format_putsgets_bufsz(2));
    CHECK(gasnett_format_putvgetv(buffer, team, 0, 2, vector, 2, vector) == 24 &&
          strlen(buffer) < gasnett_format_putvgetv_bufsz(2, 2));
    CHECK(gasnett_format_putigeti(buffer, team, 0, 2, list, 4, 2, list, 4) == 8 && strlen(buffer) < gasnett_format_putigeti_bufsz(2, 2));
}

int main(int argc, char **argv)
{
    begin(&argc, &argv, 0);
    if_pf (team == GEX_TM_INVALID)
        gasnet_exit(4);
    CHECK(strstr(GASNET_CONFIG_STRING, "CONDUIT=FARREACH") && PLATFORM_OS_LINUX && GASNET_MAXEPS == 33);
#ifdef GASNET_SEQ
    CHECK(GASNETT_MAX_THREADS == 1 && strstr(GASNETT_CONFIG_STRING, "=SEQ"));
#else
    CHECK(GASNETT_THREAD_SAFE && GASNETT_MAX_THREADS > 1 && strstr(GASNETT_CONFIG_STRING, "=PAR"));
#endif
    formats();
    if (argc > 1)
        gasnet_exit(gasnett_run_diagnostics(1, 1, "", team, NULL, 0, NULL, 0) == 1 ? 5 : 6);
    return end();
}
